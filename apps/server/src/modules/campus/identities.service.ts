/** Which school accounts belong to whom (docs/product.md#campus-sign-in). Owns `campus_identities`. */
import type { links } from '@shiliu/contract/campus'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { tellOfLink } from '#modules/auth/notices.service.ts'
import { endSessions } from '#modules/auth/sessions.service.ts'
import { requirePassword } from '#modules/auth/sign-in-limits.service.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { NO_PASSWORD } from '#platform/passwords.ts'
import * as repo from './campus.repo.ts'
import type { Person } from './person.ts'
import { listOffered, type Provider } from './providers.service.ts'

const subjectOf = ({ id }: Provider, { subject }: Person) => ({
  provider_id: id,
  subject_key: repo.campusHash(subject),
})

/** Undefined where the person has no account here. */
export const findIdentity = (ctx: Ctx, provider: Provider, person: Person): Promise<repo.IdentityRow | undefined> =>
  repo.findIdentity(ctx.db, subjectOf(provider, person))

const columnsOf = (t: Ctx, { account, badge }: Person) => ({
  account,
  badge,
  last_used_at: t.clock.now(),
})

/**
 * Links a person to an account, of which its address is told; a second time changes nothing. Throws `campus_taken`
 * where it is another's.
 */
export async function addIdentity(t: Ctx, provider: Provider, person: Person, userId: number): Promise<void> {
  await users.lockUsers(t, [userId])
  const before = await findIdentity(t, provider, person)
  if (before && before.user_id !== userId) throw taken()
  if (before) return refreshIdentity(t, before, person)
  const row = { ...subjectOf(provider, person), user_id: userId, ...columnsOf(t, person), created_at: t.clock.now() }
  // Another window may have added it since it was looked for.
  await refuseDuplicate(() => repo.insertIdentity(t.db, row), taken)
  await showBadge(t, userId)
  await tellOfLink(t, await users.requireUserById(t, userId), { school: provider.name, removed: false })
}

const taken = () => new AppError('campus_taken')

/** What the provider says now of somebody who is known. */
export async function refreshIdentity(t: Ctx, { id, user_id }: repo.IdentityRow, person: Person): Promise<void> {
  await repo.updateIdentity(t.db, id, columnsOf(t, person))
  await showBadge(t, user_id)
}

/** The profile shows the badge of the newest link that has one. */
async function showBadge(t: Ctx, userId: number): Promise<void> {
  const badge = (await repo.listIdentitiesOf(t.db, userId)).findLast((one) => one.badge !== null)?.badge ?? null
  const user = await users.requireUserById(t, userId)
  if (user.campus_badge !== badge) await users.setBadge(t, userId, badge)
}

/** Before a link is added. A site that takes no passwords asks for none: people forget what they never type. */
export async function requirePasswordToLink(ctx: Ctx, userId: number, password = ''): Promise<void> {
  if (!ctx.settings.current.local_passwords) return
  const user = await users.requireUserById(ctx, userId)
  if (password === '' && user.password_hash !== NO_PASSWORD) {
    throw new AppError('invalid_input', { field: 'password', message: '请输入密码' })
  }
  await requirePassword(ctx, user, password)
}

/** The viewer's own links, and what else may be linked. */
export async function listLinks(ctx: Ctx, viewer: UserViewer): Promise<OutputOf<typeof links>> {
  const user = await users.requireUserById(ctx, viewer.id)
  const own = await repo.listIdentitiesOf(ctx.db, viewer.id)
  const names = new Map((await repo.listProviders(ctx.db)).map(({ id, name }) => [id, name]))
  const linked = new Set(own.map(({ provider_id }) => provider_id))
  return {
    has_password: user.password_hash !== NO_PASSWORD,
    local_passwords: ctx.settings.current.local_passwords,
    links: own.map(({ id, provider_id, account, badge, created_at, last_used_at }) => ({
      id,
      provider: names.get(provider_id) ?? '',
      account,
      badge,
      created_at: iso(created_at),
      last_used_at: iso(last_used_at),
    })),
    providers: (await listOffered(ctx)).filter(({ id }) => !linked.has(id)),
  }
}

/**
 * Ends the other sessions that were opened by the link. Throws `record_not_found`, `campus_last_way` where the account
 * could then not be signed in to.
 */
export async function removeLink(ctx: Ctx, viewer: UserViewer, id: number): Promise<void> {
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [viewer.id])
    const own = await repo.listIdentitiesOf(t.db, viewer.id)
    const link = own.find((one) => one.id === id)
    if (!link) throw new AppError('record_not_found')
    const user = await users.requireUserById(t, viewer.id)
    const byPassword = t.settings.current.local_passwords && user.password_hash !== NO_PASSWORD
    const offered = new Set((await listOffered(t)).map((provider) => provider.id))
    const byOther = own.some((one) => one.id !== id && offered.has(one.provider_id))
    if (!byPassword && !byOther) throw lastWay(t)
    await repo.deleteIdentity(t.db, id)
    // Sessions and links keep the same hash of the person.
    const opened = await repo.listSessionsNamed(t.db, link.provider_id, { subject_hash: link.subject_key })
    const others = opened.filter((sessionId) => sessionId !== viewer.sessionId)
    await endSessions(t, others)
    await showBadge(t, viewer.id)
    const school = (await repo.listProviders(t.db)).find((provider) => provider.id === link.provider_id)?.name ?? ''
    await tellOfLink(t, user, { school, removed: true })
  })
}

const lastWay = ({ settings }: Ctx) =>
  new AppError(
    'campus_last_way',
    settings.current.local_passwords ? {} : { message: '本站只能用校园账号登录，这是你唯一的登录方式，不能断开' },
  )

/** For the deletion of the account. */
export const deleteCampusOfUser = (t: Ctx, userId: number): Promise<void> => repo.deleteOfUser(t.db, userId)

/** Warnings, mutes and bans of accounts, and their end (docs/product.md#sanctions). Owns `account_sanctions`. */
import type { Sanction } from '@shiliu/contract/admin/sanctions'
import { endOtherSessions, endSession, logout, register, restore } from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import type { SanctionKind } from '@shiliu/contract/moderation'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { requireOpenAddress } from '#modules/addresses/address-bans.service.ts'
import { type Actor, SITE } from '#modules/moderation/history.service.ts'
import { isInTrash, listTrashed, TRASHED, type TrashRow } from '#modules/moderation/trash-rows.service.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'
import { resolveReportsOf } from '#modules/reports/report-entries.service.ts'
import * as users from '#modules/users/users.service.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { defineLists } from '#platform/cache/lists.ts'
import { iso, isoOrNull, localTime, MINUTE_MS } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { RequireWriting } from '#platform/http/route.ts'
import { fingerprint, signTicket } from '#platform/tickets.ts'
import { setHidden } from './hiding.service.ts'
import * as repo from './sanctions.repo.ts'

export type { SanctionRow } from './sanctions.repo.ts'

type NewSanction = { reason: string; note: string; until: number | null }

const HISTORY_MAX = 100
const RESTORE_MS = 10 * MINUTE_MS
const LIFTED_AT_ONCE = 50

type Banning = NewSanction & {
  hideContent: boolean
  /** The recorded action that the ban belongs to; undoing it opens the reports again that the ban resolves. */
  actionId?: number | null
}

/**
 * Bans an account, and resolves what is reported about it; one that is banned is banned anew. Returns the ban's id. The
 * caller ends its sessions. Throws `user_not_found`, `account_trashed`, and `invalid_input` for an end that is over.
 */
export async function ban(
  t: Ctx,
  userId: number,
  actor: Actor,
  { hideContent, actionId = null, ...sanction }: Banning,
): Promise<number> {
  const user = await lockKept(t, userId)
  const now = t.clock.now()
  await repo.liftSanctions(t.db, userId, 'ban', { lifted_at: now, lifted_by: actor.name })
  const id = await insert(t, { userId, kind: 'ban', actor, now }, sanction, hideContent)
  await setAccess(t, user, { active: false, hidden: hideContent })
  await resolveReportsOf(t, actor, REPORTED.user, [userId], { outcome: 'ban', actionId })
  return id
}

/** Lifts the ban and shows what it hid. Returns whether the account was banned. Throws `user_not_found`. */
export async function unban(t: Ctx, userId: number, actor: Actor): Promise<boolean> {
  const user = await lockUser(t, userId)
  const lifted = await repo.liftSanctions(t.db, userId, 'ban', { lifted_at: t.clock.now(), lifted_by: actor.name })
  if (!lifted && user.is_active === 1) return false
  await setAccess(t, user, { active: true, hidden: false })
  return true
}

/** Mutes an account, in place of a mute in force, and notifies it. Throws as `ban`. */
export async function mute(t: Ctx, userId: number, actor: Actor, sanction: NewSanction): Promise<void> {
  await lockKept(t, userId)
  const now = t.clock.now()
  await repo.liftSanctions(t.db, userId, 'mute', { lifted_at: now, lifted_by: actor.name })
  const id = await insert(t, { userId, kind: 'mute', actor, now }, sanction)
  invalidate(t, [muteTag(userId)])
  await tell(t, userId, id, `你被禁言了${termOf(t, sanction.until)}：${sanction.reason}`)
}

/** Lifts the mute. Returns whether the account was muted. Throws `user_not_found`. */
export async function unmute(t: Ctx, userId: number, actor: Actor): Promise<boolean> {
  await lockUser(t, userId)
  invalidate(t, [muteTag(userId)])
  return repo.liftSanctions(t.db, userId, 'mute', { lifted_at: t.clock.now(), lifted_by: actor.name })
}

/** Tells the person. Returns the warning's id. Throws `user_not_found`, `account_trashed`. */
export async function warn(t: Ctx, userId: number, actor: Actor, about: Omit<NewSanction, 'until'>): Promise<number> {
  await lockKept(t, userId)
  const now = t.clock.now()
  const id = await insert(t, { userId, kind: 'warn', actor, now }, { ...about, until: null })
  await tell(t, userId, id, `你收到一次警告：${about.reason}`)
  return id
}

/** Locks the accounts of these sanctions; returns those that are there. */
export async function lockSanctions(t: Ctx, ids: number[]): Promise<repo.SanctionRow[]> {
  if (ids.length === 0) return []
  const userIds = new Set((await repo.findSanctions(t.db, ids)).map(({ user_id }) => user_id))
  await users.lockUsers(t, [...userIds])
  return repo.findSanctions(t.db, ids)
}

/**
 * Takes back a warning, or a ban that is in force with whatever it took the place of, as if it had never been; returns
 * whether it did. The caller has locked the account.
 */
export async function takeBack(t: Ctx, sanction: repo.SanctionRow): Promise<boolean> {
  const { id, user_id, kind, reason, lifted_at } = sanction
  if (lifted_at !== null || kind === 'mute') return false
  await repo.deleteSanction(t.db, id)
  if (kind === 'warn') {
    await tell(t, user_id, `${id} undone`, `对你的警告已撤销：${reason}`)
    return true
  }
  const earlier = await repo.revertReplacing(t.db, sanction, t.clock.now())
  const access = { active: !earlier, hidden: earlier?.hide_content === 1 }
  await setAccess(t, await users.requireUserById(t, user_id), access)
  return true
}

async function lockUser(t: Ctx, id: number): Promise<users.UserRow> {
  await users.lockUsers(t, [id])
  return users.requireUserById(t, id)
}

/** Who is in the trash reads nothing and cannot sign in: a sanction would tell nobody. */
async function lockKept(t: Ctx, id: number): Promise<users.UserRow> {
  const user = await lockUser(t, id)
  if (await isInTrash(t, TRASHED.user, id)) throw new AppError('account_trashed')
  return user
}

type By = { userId: number; kind: SanctionKind; actor: Actor; now: number }

function insert(
  t: Ctx,
  { userId: user_id, kind, actor, now: created_at }: By,
  { reason, note, until }: NewSanction,
  hideContent = false,
): Promise<number> {
  if (until !== null && until <= created_at) {
    throw new AppError('invalid_input', { field: 'until', message: '期限要在现在之后' })
  }
  const by = { actor: actor.key, actor_name: actor.name, created_at, lifted_at: null, lifted_by: null }
  return repo.insertSanction(t.db, { user_id, kind, reason, note, until, hide_content: hideContent ? 1 : 0, ...by })
}

/** Whether a ban in force hides what the account wrote. */
export async function hidesContent(ctx: Ctx, userId: number): Promise<boolean> {
  return (await repo.listOpen(ctx.db, [userId])).some(({ kind, hide_content }) => kind === 'ban' && hide_content === 1)
}

/** What is in the trash stays hidden. */
async function setAccess(t: Ctx, user: users.UserRow, wanted: { active: boolean; hidden: boolean }): Promise<void> {
  await users.setActive(t, user.id, wanted.active)
  const hidden = wanted.hidden || (await isInTrash(t, TRASHED.user, user.id))
  if (hidden !== (user.is_hidden === 1)) await setHidden(t, user, hidden)
}

function tell(t: Ctx, userId: number, id: number | string, title: string): Promise<void> {
  return notifyBySite(t, [{ userId, targetId: null, commentId: null, title, eventKey: `sanction:${id}` }])
}

/**
 * At sign-in, after a right password: lifts an expired ban. Throws `account_disabled` with reason and end of the ban,
 * or with the day on which a deleted account is erased, and `account_deleted` with a ticket for who may restore it.
 */
export async function requireUnbanned(t: Ctx, user: users.UserRow): Promise<void> {
  const trashed = (await listTrashed(t, TRASHED.user, [user.id])).get(user.id)
  if (trashed) {
    const day = localTime(t.config.timeZone)(iso(trashed.purge_at)).slice(0, 16)
    if (isOwnDeletion(trashed, user.id) && user.is_active === 1) {
      const until = Math.min(t.clock.now() + RESTORE_MS, trashed.purge_at)
      const ticket = signTicket(
        t,
        'restore account',
        [user.id, trashed.deleted_at, passwordFingerprint(t, user)],
        until,
      )
      throw new AppError('account_deleted', { message: `账号已注销，${day} 之后彻底清除`, ticket })
    }
    throw new AppError('account_disabled', {
      message: `账号已删除，${day} 之后彻底清除；要恢复请在那之前联系管理员${whereTo(t)}`,
    })
  }
  if (user.is_active === 1) return
  const ban = (await repo.listOpen(t.db, [user.id])).find(({ kind }) => kind === 'ban')
  if (ban && isExpired(t, ban)) {
    await unban(t, user.id, SITE)
    return
  }
  if (!ban?.reason) throw new AppError('account_disabled')
  const end = ban.until === null ? '没有期限' : `${localTime(t.config.timeZone)(iso(ban.until)).slice(0, 16)} 解封`
  throw new AppError('account_disabled', { message: `账号已被封禁：${ban.reason}（${end}）` })
}

/** Another one after each change of the password. */
export const passwordFingerprint = (t: Ctx, { password_hash }: users.UserRow): number =>
  fingerprint(t, 'restore account', password_hash)

const isOwnDeletion = ({ actor }: TrashRow, userId: number): boolean => actor === `user:${userId}`

const whereTo = ({ settings: { current } }: Ctx) => (current.site_contact ? `（${current.site_contact}）` : '')

const isExpired = ({ clock }: Ctx, { until }: { until: number | null }) => until !== null && until <= clock.now()

const termOf = ({ config }: Ctx, until: number | null) =>
  until === null ? '' : `，到 ${localTime(config.timeZone)(iso(until)).slice(0, 16)} 为止`

const muteTag = (userId: number) => `mute:${userId}`

type Mute = { reason: string; until: number | null } | null

const mutes = defineLists<Ctx, number, Mute>({
  name: 'mute',
  tags: (id) => [muteTag(id)],
  bytes: 100,
  async load(ctx, id) {
    const found = (await repo.listOpen(ctx.db, [id])).find(({ kind }) => kind === 'mute')
    return found ? { reason: found.reason, until: found.until } : null
  },
})

/** Throws `muted` with reason and end. */
async function requireUnmuted(ctx: Ctx, userId: number): Promise<void> {
  const { result: mute } = await mutes.get(ctx, userId)
  if (!mute || isExpired(ctx, mute)) return
  throw new AppError('muted', { message: `你被禁言了${termOf(ctx, mute.until)}：${mute.reason}` })
}

/** Refused to banned addresses: opening an account, or taking one back. */
const ACCOUNT_OPENINGS: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([register, campus.register, restore])
const SIGN_OUTS: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([logout, endSession, endOtherSessions, campus.logout])

/**
 * Checks every write before its body is read; signing out always works. Throws `read_only`, `address_banned`, `muted`.
 */
export function writingGuard(ctx: Ctx): RequireWriting {
  return async (endpoint, viewer, address) => {
    if (ACCOUNT_OPENINGS.has(endpoint)) requireOpenAddress(ctx, address)
    if (viewer?.role !== 'user' || SIGN_OUTS.has(endpoint)) return
    if (ctx.settings.current.site_mode === 'read_only') throw new AppError('read_only')
    requireOpenAddress(ctx, address)
    if (endpoint.publishes) await requireUnmuted(ctx, viewer.id)
  }
}

/** Called by a timer: lifts expired mutes and bans. */
export async function liftExpired(ctx: Ctx): Promise<void> {
  for (;;) {
    const userIds = await repo.listExpired(ctx.db, ctx.clock.now(), LIFTED_AT_ONCE)
    if (userIds.length === 0) return
    for (const id of userIds) await tx(ctx, (t) => liftExpiredOf(t, id))
  }
}

/** Reads again under the lock: another node may have lifted them, or an administrator prolonged them. */
async function liftExpiredOf(t: Ctx, userId: number): Promise<void> {
  await users.lockUsers(t, [userId])
  const expired = (await repo.listOpen(t.db, [userId])).filter((sanction) => isExpired(t, sanction))
  for (const { kind } of expired) await (kind === 'ban' ? unban(t, userId, SITE) : unmute(t, userId, SITE))
}

/** Newest first, the last hundred. */
export async function listSanctions(ctx: Ctx, userId: number): Promise<Sanction[]> {
  return (await repo.listSanctions(ctx.db, userId, HISTORY_MAX)).map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    until: isoOrNull(row.until),
    hide_content: row.hide_content === 1,
    by: row.actor_name,
    created_at: iso(row.created_at),
    lifted_at: isoOrNull(row.lifted_at),
    lifted_by: row.lifted_by,
  }))
}

/** The mutes and bans in force of these accounts. */
export async function listInForce(ctx: Ctx, userIds: number[]): Promise<repo.SanctionRow[]> {
  return (await repo.listOpen(ctx.db, userIds)).filter((sanction) => !isExpired(ctx, sanction))
}

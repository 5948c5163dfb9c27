/** Addresses of administrators, and the digest of what waits that goes there (docs/product.md#digest). */
import { roleSuffices } from '@shiliu/contract/admin/roles'
import type { Ctx } from '#deps.ts'
import { isMailOn, sendMail } from '#modules/mail/outbox.service.ts'
import { chinaDay, iso, localTime } from '#platform/clock.ts'
import { findMark, insertMark, lockMark, setMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as admins from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'
import { countWaiting } from './overview.repo.ts'
import { requireOwnPassword } from './second-factor.service.ts'

/** From this hour on, where the site stands. */
const DIGEST_HOUR = 8

/** The viewer's own. */
export async function getAdminEmail(ctx: Ctx, viewer: AdminViewer): Promise<{ email: string | null }> {
  const admin = await admins.findAdminById(ctx.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  return { email: admin.email }
}

/** An empty one deletes it. Throws `password_current_wrong`. */
export async function setAdminEmail(
  ctx: Ctx,
  viewer: AdminViewer,
  email: string,
  password: string,
): Promise<{ email: string | null }> {
  const { username, email: before } = await requireOwnPassword(ctx, viewer, password)
  const next = email === '' ? null : email
  if (next === before) return { email: before }
  await tx(ctx, async (t) => {
    await admins.updateAdmin(t.db, viewer.id, { email: next })
    // Everybody who reads tables reads the trail.
    const hidden = (value: string | null) => (value === null ? '' : '••••••')
    const states = { before: { email: hidden(before) }, after: { email: hidden(next) } }
    await recordAudits(t, viewer, 'update', [
      { resource: 'admins', record_id: viewer.id, record_name: username, ...states },
    ])
  })
  return { email: next }
}

/** Called by a timer: once a day, by one node, to moderators who have an address; nothing where nothing waits. */
export async function sendDigest(ctx: Ctx): Promise<void> {
  if (ctx.settings.current.mail_digest === 'off' || !isMailOn(ctx)) return
  const local = localTime(ctx.config.timeZone)(iso(ctx.clock.now()))
  if (Number(local.slice(11, 13)) < DIGEST_HOUR) return
  const today = chinaDay(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))
  const last = await findMark(ctx.db, 'mail-digest')
  if (last !== undefined && last >= today) return
  if (last === undefined) await tx(ctx, (t) => insertMark(t.db, 'mail-digest', 0))
  await tx(ctx, async (t) => {
    await lockMark(t.db, 'mail-digest')
    if (((await findMark(t.db, 'mail-digest')) ?? 0) >= today) return
    await setMark(t.db, 'mail-digest', today)
    const waiting = await waitingInWords(t)
    if (waiting.length === 0) return
    for (const { email, is_active, role } of await admins.lockAdmins(t.db, t.engine)) {
      if (email !== null && is_active === 1 && roleSuffices(role, 'moderator'))
        await sendMail(t, { to: email, kind: 'digest', values: { waiting } })
    }
  })
}

async function waitingInWords({ db, config }: Ctx): Promise<[label: string, value: string][]> {
  const { reports, appeals, posts, comments } = await countWaiting(db)
  const rows = [
    ['举报', reports],
    ['申诉', appeals],
    ['待审核的笔记', posts],
    ['待审核的评论', comments],
  ] as const
  return rows.flatMap(([label, { count, oldest }]): [string, string][] => {
    if (count === 0) return []
    const since = oldest === null ? '' : `，最早的从 ${localTime(config.timeZone)(iso(oldest)).slice(0, 16)} 等到现在`
    return [[label, `${count} 项${since}`]]
  })
}

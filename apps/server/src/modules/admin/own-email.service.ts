/** Addresses of administrators, and the digest of what waits that goes there (docs/product.md#digest). */
import type { getEmail, setEmail } from '@shiliu/contract/admin/auth'
import { roleSuffices } from '@shiliu/contract/admin/roles'
import { MAIL } from '@shiliu/contract/email-rules'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { hashMailCode, isMailCode, MOST_TRIES, newMailCode } from '#modules/auth/mail-codes.service.ts'
import { isMailOn, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { chinaDay, HOUR_MS, iso, localTime } from '#platform/clock.ts'
import { findMark, insertMark, lockMark, setMark } from '#platform/db/marks.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as admins from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'
import { countWaiting } from './overview.repo.ts'
import * as repo from './own-email.repo.ts'
import { requireOwnPassword } from './second-factor.service.ts'

/** From this hour on, where the site stands. */
const DIGEST_HOUR = 8
/** Codes that an administrator may ask for in an hour. */
const CODES_IN_AN_HOUR = 5

type OwnEmail = OutputOf<typeof getEmail>

/** The viewer's own, and one that waits for its code. */
export async function getAdminEmail(ctx: Ctx, viewer: AdminViewer): Promise<OwnEmail> {
  const admin = await admins.findAdminById(ctx.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  const pending = await repo.findPending(ctx.db, viewer.id)
  return { email: admin.email, pending: pending && isOpen(ctx, pending) ? pending.email : null }
}

const isOpen = ({ clock }: Ctx, { expires_at, tries }: repo.PendingRow) =>
  expires_at > clock.now() && tries < MOST_TRIES

/**
 * Sends a code to the address, which is the administrator's once it was typed; an empty one deletes what there is. Throws
 * `password_current_wrong`, `mail_off`, `too_many_requests`.
 */
export async function setAdminEmail(
  ctx: Ctx,
  viewer: AdminViewer,
  { email, currentPassword }: BodyOf<typeof setEmail>,
): Promise<OwnEmail> {
  const { username, email: before } = await requireOwnPassword(ctx, viewer, currentPassword)
  if (email === '') {
    await tx(ctx, async (t) => {
      await admins.lockAdmins(t.db, t.engine)
      await replaceEmail(t, viewer, null)
    })
  }
  if (email !== '' && email !== before) {
    requireMail(ctx)
    await takeAttempts(ctx, [[`admin email ${viewer.id}`, HOUR_MS, CODES_IN_AN_HOUR]])
    await tx(ctx, async (t) => {
      await admins.lockAdmins(t.db, t.engine)
      const code = newMailCode()
      const code_hash = hashMailCode(t.mac, { use: 'admin', userId: viewer.id }, code)
      await repo.replacePending(t.db, {
        admin_id: viewer.id,
        email,
        code_hash,
        expires_at: t.clock.now() + MAIL.verifyMs,
      })
      const values = { account: username, code, ms: MAIL.verifyMs }
      if (!(await sendMail(t, { to: email, kind: 'admin', values }))) throw new AppError('too_many_requests')
    })
  }
  return getAdminEmail(ctx, viewer)
}

/** Throws `code_wrong`. */
export async function confirmAdminEmail(ctx: Ctx, viewer: AdminViewer, code: string): Promise<OwnEmail> {
  const isRight = await tx(ctx, async (t) => {
    await admins.lockAdmins(t.db, t.engine)
    const pending = await repo.findPending(t.db, viewer.id)
    if (!pending || !isOpen(t, pending)) return false
    if (!isMailCode(t.mac, { use: 'admin', userId: viewer.id }, pending.code_hash, code)) {
      // Stays counted: nothing is thrown in here.
      await repo.countTry(t.db, pending.id)
      return false
    }
    await replaceEmail(t, viewer, pending.email)
    return true
  })
  if (!isRight) throw new AppError('code_wrong', { field: 'code' })
  return getAdminEmail(ctx, viewer)
}

async function replaceEmail(t: Ctx, viewer: AdminViewer, email: string | null): Promise<void> {
  const admin = await admins.findAdminById(t.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  await repo.deletePending(t.db, viewer.id)
  if (admin.email === email) return
  await admins.updateAdmin(t.db, viewer.id, { email })
  // Everybody who reads tables reads the trail.
  const hidden = (value: string | null) => (value === null ? '' : '••••••')
  const states = { before: { email: hidden(admin.email) }, after: { email: hidden(email) } }
  await recordAudits(t, viewer, 'update', [
    { resource: 'admins', record_id: viewer.id, record_name: admin.username, ...states },
  ])
}

/** Called by a timer: forgets addresses whose code nobody typed in time. */
export async function purgePendingAdminEmails(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listPendingBefore(ctx.db, ctx.clock.now(), limit),
    (ids) => repo.deletePendingRows(ctx.db, ids),
  )
}

/** Called by a timer: once a day, by one node, to moderators who have an address; nothing where nothing waits. */
export async function sendDigest(ctx: Ctx): Promise<void> {
  if (ctx.settings.current.mail_digest === 'off' || !isMailOn(ctx)) return
  const local = localTime(ctx.config.timeZone)(iso(ctx.clock.now()))
  if (Number(local.slice(11, 13)) < DIGEST_HOUR) return
  const today = chinaDay(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))
  const last = await findMark(ctx.db, 'mail-digest')
  if (wasSent(last, today)) return
  if (last === undefined) await tx(ctx, (t) => insertMark(t.db, 'mail-digest', 0))
  await tx(ctx, async (t) => {
    await lockMark(t.db, 'mail-digest')
    if (wasSent(await findMark(t.db, 'mail-digest'), today)) return
    await setMark(t.db, 'mail-digest', today)
    const waiting = await waitingInWords(t)
    if (waiting.length === 0) return
    for (const { email, is_active, role } of await admins.lockAdmins(t.db, t.engine)) {
      if (email !== null && is_active === 1 && roleSuffices(role, 'moderator'))
        await sendMail(t, { to: email, kind: 'digest', values: { waiting } })
    }
  })
}

/** A node elsewhere may be a day ahead; only a clock that was set back since has written a later one. */
const wasSent = (last: number | undefined, today: number) => last === today || last === today + 1

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

/** Addresses of administrators, where the digest goes (docs/product.md#digest). */
import type { getEmail, setEmail } from '@shiliu/contract/admin/auth'
import { MAIL } from '@shiliu/contract/email-rules'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { awaitCode, dropPendingEmail, findPendingEmail, takeCode } from '#modules/auth/pending-emails.service.ts'
import { requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as admins from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'
import { requireOwnPassword } from './second-factor.service.ts'

/** Codes that an administrator may ask for in an hour. */
const CODES_IN_AN_HOUR = 5

type OwnEmail = OutputOf<typeof getEmail>

/** The viewer's own, and one that waits for its code. */
export async function getAdminEmail(ctx: Ctx, viewer: AdminViewer): Promise<OwnEmail> {
  const admin = await admins.findAdminById(ctx.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  return { email: admin.email, pending: await findPendingEmail(ctx, viewer) }
}

/**
 * Sends a code to the address, which is the administrator's once it was typed; an empty one deletes what there is.
 * Throws `mail_off`, `too_many_requests` and what `requireOwnPassword` throws.
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
      await dropPendingEmail(t, viewer)
      await replaceEmail(t, viewer, null)
    })
  }
  if (email !== '' && email !== before) {
    requireMail(ctx)
    await takeAttempts(ctx, [[`admin email ${viewer.id}`, HOUR_MS, CODES_IN_AN_HOUR]])
    await tx(ctx, async (t) => {
      await admins.lockAdmins(t.db, t.engine)
      const values = { account: username, code: await awaitCode(t, viewer, email), ms: MAIL.verifyMs }
      if (!(await sendMail(t, { to: email, kind: 'admin', values }))) throw new AppError('too_many_requests')
    })
  }
  return getAdminEmail(ctx, viewer)
}

/** Throws `code_wrong`. */
export async function confirmAdminEmail(ctx: Ctx, viewer: AdminViewer, code: string): Promise<OwnEmail> {
  const email = await tx(ctx, async (t) => {
    await admins.lockAdmins(t.db, t.engine)
    const typed = await takeCode(t, viewer, code)
    if (typed !== null) await replaceEmail(t, viewer, typed)
    return typed
  })
  if (email === null) throw new AppError('code_wrong', { field: 'code' })
  return getAdminEmail(ctx, viewer)
}

async function replaceEmail(t: Ctx, viewer: AdminViewer, email: string | null): Promise<void> {
  const admin = await admins.findAdminById(t.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  if (admin.email === email) return
  await admins.updateAdmin(t.db, viewer.id, { email })
  // Everybody who reads tables reads the trail.
  const hidden = (value: string | null) => (value === null ? '' : '••••••')
  const states = { before: { email: hidden(admin.email) }, after: { email: hidden(email) } }
  await recordAudits(t, viewer, 'update', [
    { resource: 'admins', record_id: viewer.id, record_name: admin.username, ...states },
  ])
}

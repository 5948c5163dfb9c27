/**
 * Addresses that people register with: verified by a code before the account is made, so that none waits unverified
 * (docs/decisions/065-addresses-at-registration.md).
 */
import type { register, sendRegistrationCode as sendEndpoint } from '@shiliu/contract/auth'
import { MAIL } from '@shiliu/contract/email-rules'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { requireAllowedDomain } from '#modules/addresses/email-bans.service.ts'
import { mailboxKey, mailProblem, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import * as users from '#modules/users/users.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { findByEmail, insertEmail } from './emails.repo.ts'
import { emailKey } from './emails.service.ts'
import { hashMailCode, isMailCode, newMailCode } from './mail-codes.ts'
import * as repo from './registration-emails.repo.ts'
import { consumeCaptchaOrProof, requireOpenRegistration } from './registrations.service.ts'

/** Codes for one address from one network, and from everywhere; from one network for all: a lecture hall at once. */
const CODE_REQUESTS = { hereInAnHour: 5, everywhereInADay: 20, ofNetworkAtOnce: 300, ofNetworkInADay: 1000 }
/** Wrong codes for one address. */
const CODE_ATTEMPTS = { hereInAnHour: 10, everywhereInADay: 100 }

/**
 * Sends a code to the address. An account's gets a mail that says so, and the same answer. Throws
 * `registration_closed`, `registration_campus`, `registration_email_off`, `mail_off`, `email_domain`,
 * `too_many_requests` and what `consumeCaptchaOrProof` throws.
 */
export async function sendRegistrationCode(
  ctx: Ctx,
  body: BodyOf<typeof sendEndpoint>,
  ip: string,
): Promise<{ delayed: boolean }> {
  requireOpenRegistration(ctx)
  if (ctx.settings.current.registration_email === 'off') throw new AppError('registration_email_off')
  requireMail(ctx)
  await requireAllowedDomain(ctx, body.email)
  await consumeCaptchaOrProof(ctx, 'email', body)
  const [email_key, mailbox, network] = [emailKey(body.email), mailboxKey(body.email), networkOf(ip)]
  await takeAttempts(ctx, [
    [`register email ${network}`, 10 * MINUTE_MS, CODE_REQUESTS.ofNetworkAtOnce],
    [`register emails ${network}`, DAY_MS, CODE_REQUESTS.ofNetworkInADay],
    [`register email ${mailbox} ${network}`, HOUR_MS, CODE_REQUESTS.hereInAnHour],
    [`register email ${mailbox}`, DAY_MS, CODE_REQUESTS.everywhereInADay],
  ])
  await tx(ctx, async (t) => {
    const owner = await findByEmail(t.db, email_key)
    const code = newMailCode()
    const code_hash = owner ? null : hashMailCode(t.mac, { use: 'register', email: email_key }, code)
    const row = { email_key, code_hash, expires_at: t.clock.now() + MAIL.verifyMs }
    // Whether it is sent is not told: how many mails an account got in this hour is nobody's business.
    const isSent = owner
      ? await tellOwner(t, owner)
      : await sendMail(t, { to: body.email, kind: 'register', values: { code, ms: MAIL.verifyMs } })
    // Those that were mailed before stay good: anybody may ask.
    if (isSent) await repo.insertRegistration(t.db, row)
  })
  return { delayed: (await mailProblem(ctx)) !== null }
}

async function tellOwner(t: Ctx, { user_id: userId, email }: { user_id: number; email: string }): Promise<boolean> {
  const { user_id: account } = await users.requireUserById(t, userId)
  return sendMail(t, { to: email, kind: 'known', userId, values: { account } })
}

type Typed = Pick<BodyOf<typeof register>, 'email' | 'email_code'>

/**
 * The address to register with, whose code was typed right; null for none. Throws `email_required`, `email_domain`,
 * `code_wrong`, `too_many_requests`.
 */
export async function requireVerifiedEmail(
  ctx: Ctx,
  { email, email_code = '' }: Typed,
  ip: string,
): Promise<string | null> {
  const { registration_email } = ctx.settings.current
  if (registration_email === 'off') return null
  if (email === '') {
    if (registration_email === 'optional') return null
    throw new AppError('email_required', { field: 'email' })
  }
  if (email_code.trim() === '')
    throw new AppError('email_required', { field: 'email_code', message: '请输入邮件里的验证码' })
  await requireAllowedDomain(ctx, email)
  const key = emailKey(email)
  const everywhere = `register code ${mailboxKey(email)}`
  const here = `${everywhere} ${networkOf(ip)}`
  // Before it is looked at, so that many at once are counted, too.
  const giveBack = await takeAttempts(ctx, [
    [here, HOUR_MS, CODE_ATTEMPTS.hereInAnHour],
    [everywhere, DAY_MS, CODE_ATTEMPTS.everywhereInADay],
  ])
  const code = { use: 'register', email: key } as const
  const hashes = await repo.listCodeHashes(ctx.db, key, ctx.clock.now())
  if (!hashes.some((hash) => isMailCode(ctx.mac, code, hash, email_code))) throw wrongCode()
  await giveBack()
  return email
}

const wrongCode = () => new AppError('code_wrong', { field: 'email_code' })

/** Gives a new account the address, and uses the code up. Throws `code_wrong`, `email_taken`. */
export async function bindVerifiedEmail(t: Ctx, userId: number, email: string | null): Promise<void> {
  if (email === null) return
  const email_key = emailKey(email)
  // Of two at once, one has it.
  if (!(await repo.deleteRegistration(t.db, email_key))) throw wrongCode()
  const row = { user_id: userId, email, email_key, verified_at: t.clock.now() }
  await refuseDuplicate(
    () => insertEmail(t.db, row),
    () => new AppError('email_taken', { field: 'email' }),
  )
}

/** Called by a timer. */
export async function purgeRegistrationEmails(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listRegistrationsBefore(ctx.db, ctx.clock.now(), limit),
    (ids) => repo.deleteRegistrations(ctx.db, ids),
  )
}

/**
 * Forgotten passwords: a code to the account's address (docs/api.md#forgotten-passwords). Whoever asks writes one row,
 * whether the account exists or not; a background job looks for it, so that neither answer nor time tells.
 */

import { MAIL } from '@shiliu/contract/email-rules'
import type { askReset as askEndpoint, reset as resetEndpoint } from '@shiliu/contract/emails'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { waitTime } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { mailboxKey, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import * as users from '#modules/users/users.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { hashPassword, refuseGuessable } from '#platform/passwords.ts'
import { consumeCaptcha } from './captchas.service.ts'
import * as emails from './emails.repo.ts'
import { emailKey } from './emails.service.ts'
import { hashMailCode, isMailCode, newMailCode } from './mail-codes.ts'
import { tellOfPassword } from './notices.service.ts'
import * as repo from './password-resets.repo.ts'
import { consumeProof } from './proofs.service.ts'
import { textOf } from './registrations.service.ts'
import { endSessionsOf } from './sessions.service.ts'

/** How often a code may be asked for: for an account from a network, from everywhere, and for all from a network. */
const CODE_REQUESTS = { hereInAnHour: 3, everywhereInADay: 10, ofNetworkInAnHour: 100 }
/**
 * How often codes may be typed, as above; the network first, so that one that is refused counts for no further
 * accounts.
 */
const CODE_ATTEMPTS = { hereInAnHour: 10, everywhereInADay: 50, ofNetworkInAnHour: 300 }

/** Throws `read_only` and `local_passwords_off`, also where a code was sent before. */
function requireResets({ settings }: Ctx): void {
  if (settings.current.site_mode === 'read_only') throw new AppError('read_only')
  if (settings.current.local_passwords) return
  throw new AppError('local_passwords_off', { message: '本站现在只能用校园账号登录，不用再重设密码' })
}

/**
 * Uses up a proof or a captcha, and notes what was typed. Throws `read_only`, `local_passwords_off`, `mail_off`,
 * `proof_wrong`, `captcha_wrong`, `captcha_expired`, `invalid_input`, `too_many_requests`.
 */
export async function askReset(ctx: Ctx, body: BodyOf<typeof askEndpoint>, ip: string): Promise<void> {
  requireResets(ctx)
  requireMail(ctx)
  if (body.proof !== undefined) await consumeProof(ctx, 'reset', body.proof)
  else await consumeCaptcha(ctx, textOf(body.captchaId), textOf(body.captchaText))
  const account_key = emailKey(body.account)
  const [mailbox, network] = [mailboxKey(body.account), networkOf(ip)]
  await takeAttempts(ctx, [
    [`reset ${network}`, HOUR_MS, CODE_REQUESTS.ofNetworkInAnHour],
    [`reset ${mailbox} ${network}`, HOUR_MS, CODE_REQUESTS.hereInAnHour],
    [`reset ${mailbox}`, DAY_MS, CODE_REQUESTS.everywhereInADay],
  ])
  const row = { account_key, user_id: null, code_hash: null, state: 'asked', created_at: ctx.clock.now() } as const
  await tx(ctx, (t) => repo.insertReset(t.db, row))
}

/** Called by a timer: sends codes to those who have an account and an address. */
export async function findResetAccounts(ctx: Ctx): Promise<void> {
  for (;;) {
    const asked = await repo.findAsked(ctx.db)
    if (!asked) return
    await tx(ctx, async (t) => {
      if (await repo.takeAsked(t.db, asked.id)) await sendResetCode(t, asked)
    })
  }
}

async function sendResetCode(t: Ctx, { id, account_key, created_at }: repo.ResetRow): Promise<void> {
  const left = created_at + MAIL.resetMs - t.clock.now()
  if (left <= 0 || !t.settings.current.local_passwords) return
  const found = await findAccount(t, account_key)
  if (!found) return
  const { user, email } = found
  const code = newMailCode()
  const code_hash = hashMailCode(t.mac, { use: 'reset', userId: user.id }, code)
  const values = { account: user.user_id, code, ms: MAIL.resetMs }
  if (!(await sendMail(t, { to: email, kind: 'reset', userId: user.id, values }))) return
  // Only the last code that was sent counts.
  await repo.deleteResetsOf(t.db, user.id)
  await repo.markSent(t.db, id, { user_id: user.id, code_hash })
}

async function findAccount(t: Ctx, key: string): Promise<{ user: users.UserRow; email: string } | undefined> {
  const byEmail = key.includes('@') ? await emails.findByEmail(t.db, key) : undefined
  const user = byEmail ? await users.requireUserById(t, byEmail.user_id) : await users.findUser(t, key)
  const email = user && (byEmail ?? (await emails.findEmail(t.db, user.id)))
  return user && email ? { user, email: email.email } : undefined
}

/**
 * Sets the password and ends all sessions. Throws `read_only`, `local_passwords_off`, `code_wrong` whatever does not
 * fit, `proof_required`, `proof_wrong`, `too_many_requests` and what `refuseGuessable` throws, which uses up no code.
 */
export async function resetPassword(
  ctx: Ctx,
  { account, code, newPassword, proof }: BodyOf<typeof resetEndpoint>,
  ip: string,
): Promise<void> {
  requireResets(ctx)
  const [account_key, network] = [emailKey(account), networkOf(ip)]
  if (proof === undefined) await countTyped(ctx, mailboxKey(account), network)
  else await consumeProof(ctx, 'reset', proof)
  const sent = await repo.findSent(ctx.db, account_key, ctx.clock.now() - MAIL.resetMs)
  const userId = sent?.user_id ?? 0
  const isRight = isMailCode(ctx.mac, { use: 'reset', userId }, sent?.code_hash ?? null, code)
  const wrong = () => new AppError('code_wrong', { field: 'code' })
  // Nothing is counted in the row: a write would tell who was sent a code.
  if (!sent || !isRight) throw wrong()
  const user = await users.requireUserById(ctx, userId)
  refuseGuessable(newPassword, 'user', user.user_id, 'newPassword')
  // Hashed before the transaction because hashing is slow on purpose.
  const passwordHash = await hashPassword(newPassword, network)
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    if (!(await repo.deleteReset(t.db, sent.id))) throw wrong()
    await repo.deleteResetsOf(t.db, userId)
    await users.setPassword(t, userId, passwordHash)
    await endSessionsOf(t, { role: 'user', id: userId })
    await tellOfPassword(t, user, 'reset')
  })
}

/**
 * Throws `proof_required`: a proof for each further code keeps strangers from locking the owner out by typing wrong
 * ones.
 */
async function countTyped(ctx: Ctx, mailbox: string, network: string): Promise<void> {
  const counted = takeAttempts(ctx, [
    [`reset codes ${network}`, HOUR_MS, CODE_ATTEMPTS.ofNetworkInAnHour],
    [`reset code ${mailbox} ${network}`, HOUR_MS, CODE_ATTEMPTS.hereInAnHour],
    [`reset code ${mailbox}`, DAY_MS, CODE_ATTEMPTS.everywhereInADay],
  ])
  await counted.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
    const message = `验证码输了太多次，请 ${waitTime(error.retryAfter)}后再试`
    throw new AppError('proof_required', { message, retryAfter: error.retryAfter })
  })
}

/** Called by a timer. */
export async function purgeResets(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listResetsBefore(ctx.db, ctx.clock.now() - DAY_MS, limit),
    (ids) => repo.deleteResets(ctx.db, ids),
  )
}

/**
 * Forgotten passwords: a code to the account's address (docs/api.md#forgotten-passwords). Whoever asks writes one row, whether
 * the account exists or not; a background job looks for it, so that neither answer nor time tells.
 */

import { MAIL } from '@shiliu/contract/email-rules'
import type { askReset as askEndpoint, reset as resetEndpoint } from '@shiliu/contract/emails'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { mailTime, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import * as users from '#modules/users/users.service.ts'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { hashPassword, refuseGuessable } from '#platform/passwords.ts'
import { consumeCaptcha } from './captchas.service.ts'
import * as repo from './emails.repo.ts'
import { emailKey } from './emails.service.ts'
import { hashMailCode, isMailCode, newMailCode } from './mail-codes.ts'
import { consumeProof } from './proofs.service.ts'
import { textOf } from './registrations.service.ts'
import { endSessionsOf } from './sessions.service.ts'

/** How often a code may be asked for: for one account from one address, from everywhere, and from one address for all. */
const ASKS = { hereInAnHour: 3, everywhereInADay: 10, ofAddressInAnHour: 100 }
/** How often codes may be typed for one account. */
const TYPES = { hereInAnHour: 10, everywhereInADay: 50 }

async function take(ctx: Ctx, rules: readonly (readonly [key: string, windowMs: number, max: number])[]) {
  for (const [key, windowMs, max] of rules) {
    const { waitMs } = await ctx.attempts.take(key, { windowMs, max: max * ctx.config.limitFactor })
    if (waitMs > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
  }
}

/**
 * Uses up a proof or a captcha, and notes what was typed. Throws `mail_off`, `proof_wrong`, `captcha_wrong`,
 * `captcha_expired`, `invalid_input`, `too_many_requests`.
 */
export async function askReset(ctx: Ctx, body: BodyOf<typeof askEndpoint>, ip: string): Promise<void> {
  requireMail(ctx)
  if (body.proof !== undefined) await consumeProof(ctx, 'reset', body.proof)
  else await consumeCaptcha(ctx, textOf(body.captchaId), textOf(body.captchaText))
  const account_key = emailKey(body.account)
  const address = networkOf(ip)
  await take(ctx, [
    [`reset ${address}`, HOUR_MS, ASKS.ofAddressInAnHour],
    [`reset ${account_key} ${address}`, HOUR_MS, ASKS.hereInAnHour],
    [`reset ${account_key}`, DAY_MS, ASKS.everywhereInADay],
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
      if (await repo.takeAsked(t.db, asked.id)) await sendCode(t, asked)
    })
  }
}

async function sendCode(t: Ctx, { id, account_key, created_at }: repo.ResetRow): Promise<void> {
  const left = created_at + MAIL.resetMs - t.clock.now()
  if (left <= 0) return
  const found = await findAccount(t, account_key)
  if (!found) return
  const { user, email } = found
  const code = newMailCode()
  const code_hash = hashMailCode(t.mac, { use: 'reset', userId: user.id }, code)
  // Only the last code counts.
  await repo.deleteResetsOf(t.db, user.id)
  const values = { account: user.user_id, code, ms: MAIL.resetMs }
  if (!(await sendMail(t, { to: email, kind: 'reset', userId: user.id, values }))) return
  await repo.markSent(t.db, id, { user_id: user.id, code_hash })
}

async function findAccount(t: Ctx, key: string): Promise<{ user: users.UserRow; email: string } | undefined> {
  const byEmail = key.includes('@') ? await repo.findByEmail(t.db, key) : undefined
  const user = byEmail ? await users.requireUserById(t, byEmail.user_id) : await users.findUser(t, key)
  const email = user && (byEmail ?? (await repo.findEmail(t.db, user.id)))
  return user && email ? { user, email: email.email } : undefined
}

/**
 * Sets the password and ends all sessions. Throws `code_wrong` whatever does not fit, `too_many_requests` and what
 * `refuseGuessable` throws, which uses up no code.
 */
export async function resetPassword(
  ctx: Ctx,
  { account, code, newPassword }: BodyOf<typeof resetEndpoint>,
  ip: string,
): Promise<void> {
  const account_key = emailKey(account)
  await take(ctx, [
    [`reset code ${account_key} ${networkOf(ip)}`, HOUR_MS, TYPES.hereInAnHour],
    [`reset code ${account_key}`, DAY_MS, TYPES.everywhereInADay],
  ])
  const sent = await repo.findSent(ctx.db, account_key, ctx.clock.now() - MAIL.resetMs)
  const userId = sent?.user_id ?? 0
  const isRight = isMailCode(ctx.mac, { use: 'reset', userId }, sent?.code_hash ?? null, code)
  const wrong = () => new AppError('code_wrong', { field: 'code' })
  // Nothing is counted in the row: a write would tell who was sent a code.
  if (!sent || !isRight) throw wrong()
  const user = await users.requireUserById(ctx, userId)
  refuseGuessable(newPassword, 'user', user.user_id, 'newPassword')
  // Hashed before the transaction because hashing is slow on purpose.
  const passwordHash = await hashPassword(newPassword, networkOf(ip))
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    if (!(await repo.deleteReset(t.db, sent.id))) throw wrong()
    await repo.deleteResetsOf(t.db, userId)
    await users.setPassword(t, userId, passwordHash)
    await endSessionsOf(t, { role: 'user', id: userId })
    const known = await repo.findEmail(t.db, userId)
    const values = { account: user.user_id, time: mailTime(t) }
    if (known) await sendMail(t, { to: known.email, kind: 'password', userId, values })
  })
}

/** Called by a timer. */
export async function purgeResets(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listResetsBefore(ctx.db, ctx.clock.now() - DAY_MS, limit),
    (ids) => repo.deleteResets(ctx.db, ids),
  )
}

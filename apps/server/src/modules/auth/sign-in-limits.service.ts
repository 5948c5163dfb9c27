/** What guessing a password costs (docs/api.md#sign-in-limits). Only failures stay counted. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { tidyLine } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { type AttemptRule, takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { hashPassword, isOldPassword, NO_PASSWORD, verifyPassword } from '#platform/passwords.ts'
import { consumeProof } from './proofs.service.ts'

const YEAR_MS = 365 * DAY_MS

/** Failures at one account from one address, or from one known device, before a proof of work or a wait is due. */
const FREE = 5
/** Failures in a day at one account from all addresses, after which each address waits a minute after its first. */
const SUSPICIOUS = 50
/** Failures in a day at one account from all addresses; no more from devices that do not know it. */
const MOST = 1000
/** Failures in a day from one known device; then it counts as a stranger. */
const MOST_OF_DEVICE = 100
const PAUSE_MS = MINUTE_MS

type SignInAttempt = {
  role: 'user' | 'admin'
  /** As it was typed; it need not exist. */
  name: string
  account: { id: number; password_hash: string } | null | undefined
  password: string
  ip: string
  deviceToken?: string | undefined
  proof?: string | undefined
}

/**
 * Does `work` for who knows the password. A `second_factor_wrong` of it counts like a wrong password; another error
 * counts for nothing. Throws `credentials_wrong` in the same time for unknown accounts, `proof_required`,
 * `proof_wrong`, `too_many_requests`.
 */
export async function withPassword<R>(ctx: Ctx, attempt: SignInAttempt, work: () => Promise<R>): Promise<R> {
  const { account, password } = attempt
  const { caller, settle, giveBack } = await countAttempt(ctx, attempt)
  const checked = verifyPassword(account?.password_hash ?? null, password, caller)
  // Refused where too many wait: nothing was tried.
  checked.catch(giveBack)
  if (!(await checked)) throw new AppError('credentials_wrong')
  const answer = await work().catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'second_factor_wrong')) await giveBack()
    throw error
  })
  await settle()
  return answer
}

/** As `withPassword`. */
export const checkPassword = (ctx: Ctx, attempt: SignInAttempt): Promise<void> =>
  withPassword(ctx, attempt, async () => {})

/** Wrong passwords of one account in an hour, typed by who is signed in to it already. */
const OWN_IN_AN_HOUR = 20

/**
 * Confirms with the password what would outlive a stolen session. An account without a password needs none. Throws
 * `password_current_wrong`, `too_many_requests`.
 */
export async function requirePassword(
  ctx: Ctx,
  { id, password_hash }: { id: number; password_hash: string },
  password = '',
  field = 'password',
): Promise<void> {
  if (password_hash !== NO_PASSWORD) await checkOwnPassword(ctx, `user:${id}`, { password_hash, password, field })
}

/**
 * All callers share one count per account, such as `admin:5`, so that guesses at one endpoint count at the others.
 * Throws `password_current_wrong`, `too_many_requests`.
 */
export async function checkOwnPassword(
  ctx: Ctx,
  account: string,
  { password_hash, password, field }: { password_hash: string; password: string; field: string },
): Promise<void> {
  const giveBack = await takeAttempts(ctx, [[`own password ${account}`, HOUR_MS, OWN_IN_AN_HOUR]])
  const checked = verifyPassword(password_hash, password, account)
  // Refused where too many wait: nothing was tried.
  checked.catch(giveBack)
  if (!(await checked)) throw new AppError('password_current_wrong', { field })
  await giveBack()
}

type Renewal = {
  caller: string
  /** Stores the hash where the old one still stands; returns what stands then, null for an account that went. */
  replace(hash: string): Promise<string | null>
}

/**
 * Once the password is known to be right: turns an old site's hash into one of our own. Returns what is stored then,
 * also where another sign-in was quicker. Throws `credentials_wrong` where the password was changed meanwhile.
 */
export async function renewOldPassword(
  stored: string,
  password: string,
  { caller, replace }: Renewal,
): Promise<string> {
  if (!isOldPassword(stored)) return stored
  const hash = await hashPassword(password, caller)
  const standing = await replace(hash)
  if (standing === hash || (await verifyPassword(standing, password, caller))) return standing ?? hash
  throw new AppError('credentials_wrong')
}

/**
 * Counts an attempt as failed before it is made, so that many at once are counted, too. `settle` is for a success;
 * `caller` is who waits in one line: known devices and proofs do not wait behind others at their address.
 */
export async function countAttempt(
  ctx: Ctx,
  { role, name, account, ip, deviceToken, proof }: Omit<SignInAttempt, 'password'>,
): Promise<{ caller: string; settle(): Promise<void>; giveBack(): Promise<void> }> {
  const factor = ctx.config.limitFactor
  const isProved = proof !== undefined
  if (isProved) await consumeProof(ctx, 'login', proof)
  const waits = isProved ? {} : { free: FREE * factor }
  const device = account && deviceToken && deviceOf(ctx, role, account.id, deviceToken)
  if (device) {
    const most = MOST_OF_DEVICE * factor
    const { waitMs, count } = await ctx.attempts.take(device, { windowMs: DAY_MS, max: most, ...waits })
    if (waitMs === 0) {
      const giveBack = () => ctx.attempts.giveBack(device)
      return { caller: device, settle: () => ctx.attempts.clear(device), giveBack }
    }
    if (count < most) throw proofRequired(waitMs)
  }
  const everywhere = `${role} ${createHash('sha1')
    .update(normalizedKey(tidyLine(name)))
    .digest('base64url')}`
  const address = networkOf(ip)
  const here = `${everywhere} ${address}`
  const all = await ctx.attempts.take(everywhere, { windowMs: DAY_MS, max: MOST * factor })
  if (all.waitMs > 0) throw new AppError('too_many_requests', { retryAfter: seconds(all.waitMs) })
  const isSuspicious = !isProved && all.count >= SUSPICIOUS * factor
  const rule: AttemptRule = { windowMs: HOUR_MS, ...waits, ...(isSuspicious && { pauseMs: PAUSE_MS }) }
  const { waitMs } = await ctx.attempts.take(here, rule)
  if (waitMs > 0) {
    await ctx.attempts.giveBack(everywhere)
    throw proofRequired(waitMs)
  }
  return {
    caller: isProved ? here : address,
    async settle() {
      await ctx.attempts.giveBack(everywhere)
      await ctx.attempts.clear(here)
    },
    async giveBack() {
      await ctx.attempts.giveBack(everywhere)
      await ctx.attempts.giveBack(here)
    },
  }
}

const seconds = (ms: number) => Math.ceil(ms / 1000)
const proofRequired = (waitMs: number) => new AppError('proof_required', { retryAfter: seconds(waitMs) })

/** Tells later sign-ins that this device knew the account's password once; good for a year. */
export function newDeviceToken(ctx: Ctx, role: SignInAttempt['role'], id: number): string {
  const text = `${randomBytes(12).toString('base64url')}.${ctx.clock.now()}`
  return `${text}.${ctx.mac('device', `${role} ${id} ${text}`)}`
}

/** Whether a device of the account sent it. */
export const isKnownDevice = (ctx: Ctx, role: SignInAttempt['role'], id: number, token = ''): boolean =>
  deviceOf(ctx, role, id, token) !== undefined

/** The key that the device's failures count under; undefined if the token is not good for the account. */
function deviceOf(ctx: Ctx, role: SignInAttempt['role'], id: number, token: string): string | undefined {
  const [device = '', issued = '', mac = ''] = token.split('.')
  const expected = Buffer.from(ctx.mac('device', `${role} ${id} ${device}.${issued}`))
  const isOurs = expected.length === Buffer.byteLength(mac) && timingSafeEqual(expected, Buffer.from(mac))
  return isOurs && ctx.clock.now() - Number(issued) < YEAR_MS ? `device ${device}` : undefined
}

/** Codes of an authenticator app (RFC 6238) and recovery codes of administrators (docs/product.md#second-factor). */
import { createHash } from 'node:crypto'
import type { SecondFactor } from '@shiliu/contract/admin/second-factor'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '#deps.ts'
import { adminSessionsChanged, endSessionsOf } from '#modules/auth/sessions.service.ts'
import { checkOwnPassword } from '#modules/auth/sign-in-limits.service.ts'
import { protectedKey } from '#platform/attempts.ts'
import { DAY_MS, iso } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { seal, unseal } from '#platform/sealing.ts'
import * as admins from './admins.repo.ts'
import { COMMAND_LINE, recordAudits } from './audits.service.ts'
import * as repo from './recovery-codes.repo.ts'

/** Codes of the period before and after count, too: clocks of phones differ. */
const WINDOW = 1
/** Wrong codes in a day, whoever sends them; recovery codes are too long to guess. */
const MOST_GUESSES = 30
const RECOVERY_CODES = 10
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20
/** 80 bits: sixteen letters and digits of Base32. */
const RECOVERY_BYTES = 10

/** The viewer's own second factor. */
export async function getSecondFactor(ctx: Ctx, viewer: AdminViewer): Promise<SecondFactor> {
  const { totp_since } = await requireSelf(ctx, viewer)
  return {
    enabled: totp_since !== null,
    enabled_at: totp_since === null ? null : iso(totp_since),
    recovery_codes_left: await repo.countRecoveryCodes(ctx.db, viewer.id),
    required: ctx.settings.current.require_second_factor,
  }
}

/** A new secret, used once `confirmSecondFactor` got its code. Throws `second_factor_exists` and wrong passwords. */
export async function beginSecondFactor(
  ctx: Ctx,
  viewer: AdminViewer,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { username, password_hash } = await requireOwnPassword(ctx, viewer, password)
  const secret = new Secret({ size: SECRET_BYTES })
  await tx(ctx, async (t) => {
    const admin = await lockSelf(t, viewer)
    if (admin.password_hash !== password_hash) throw wrongPassword()
    if (admin.totp_since !== null) throw new AppError('second_factor_exists')
    await admins.updateAdmin(t.db, viewer.id, { totp_secret: sealed(t, viewer.id, secret) })
  })
  const issuer = ctx.settings.current.site_name
  return { secret: secret.base32, uri: new TOTP({ issuer, label: username, secret }).toString() }
}

/** Ends the other sessions, which a password alone opened. Returns the recovery codes. */
export async function confirmSecondFactor(ctx: Ctx, viewer: AdminViewer, code: string): Promise<string[]> {
  return guarded(ctx, viewer.id, code, (t) =>
    tx(t, async (t) => {
      const admin = await lockSelf(t, viewer)
      if (admin.totp_since !== null) throw new AppError('second_factor_exists')
      if (admin.totp_secret === null) throw new AppError('second_factor_missing')
      await takeTotp(t, admin, code)
      const now = t.clock.now()
      await admins.updateAdmin(t.db, admin.id, { totp_since: now, updated_at: now })
      await endSessionsOf(t, viewer, viewer.sessionId)
      await adminSessionsChanged(t, admin.id)
      await recordSwitch(t, viewer, admin, true)
      return newRecoveryCodes(t, admin.id)
    }),
  )
}

/** The old ones are worth nothing any more. */
export async function renewRecoveryCodes(ctx: Ctx, viewer: AdminViewer, password: string): Promise<string[]> {
  await requireOwnPassword(ctx, viewer, password)
  return tx(ctx, async (t) => {
    const admin = await lockSelf(t, viewer)
    requireEnabled(admin)
    const states = { before: {}, after: { recovery_codes: '••••••' } }
    const entry = { resource: 'admins', record_id: admin.id, record_name: admin.username, ...states }
    await recordAudits(t, viewer, 'update', [entry])
    return newRecoveryCodes(t, viewer.id)
  })
}

/** Throws `second_factor_wrong` and wrong passwords. */
export async function removeOwnSecondFactor(
  ctx: Ctx,
  viewer: AdminViewer,
  password: string,
  code: string,
): Promise<void> {
  await requireOwnPassword(ctx, viewer, password)
  await guarded(ctx, viewer.id, code, (t) =>
    tx(t, async (t) => {
      const admin = await lockSelf(t, viewer)
      requireEnabled(admin)
      await takeCode(t, admin, code)
      await switchOff(t, admin.id)
      await recordSwitch(t, viewer, admin, false)
    }),
  )
}

/** For somebody who lost the phone; ends the sessions. Throws `admin_self_second_factor`, `second_factor_missing`. */
export async function removeSecondFactorOf(ctx: Ctx, viewer: AdminViewer, id: number): Promise<void> {
  if (id === viewer.id) throw new AppError('admin_self_second_factor')
  await tx(ctx, async (t) => {
    const admin = (await admins.lockAdmins(t.db, t.engine)).find((one) => one.id === id)
    if (!admin) throw new AppError('admin_not_found')
    requireEnabled(admin)
    await switchOff(t, id)
    await endSessionsOf(t, { role: 'admin', id })
    await recordSwitch(t, viewer, admin, false)
  })
}

/** An enabled administrator without a second factor, signed out everywhere. For the command line. */
export async function recoverAdmin(t: Ctx, id: number): Promise<void> {
  await switchOff(t, id)
  await admins.updateAdmin(t.db, id, { is_active: 1 })
  await endSessionsOf(t, { role: 'admin', id })
  const admin = await admins.findAdminById(t.db, id)
  if (admin) await recordSwitch(t, COMMAND_LINE, admin, false)
}

/**
 * Does the rest of a sign-in, in a transaction that takes the code by `takeSignInCode`. Throws `second_factor_required`
 * before anything is counted.
 */
export async function withSecondFactor<R>(
  ctx: Ctx,
  admin: admins.AdminRow,
  code: string | null | undefined,
  work: (ctx: Ctx) => Promise<R>,
): Promise<R> {
  if (admin.totp_since === null || admin.is_active !== 1) return work(ctx)
  if (!code) throw new AppError('second_factor_required', { field: 'code' })
  return guarded(ctx, admin.id, code, work)
}

/** Call it in the sign-in's transaction with the locked row. Throws `second_factor_required`, `second_factor_wrong`. */
export async function takeSignInCode(t: Ctx, admin: admins.AdminRow, code: string | null | undefined): Promise<void> {
  if (admin.totp_since === null) return
  if (!code) throw new AppError('second_factor_required', { field: 'code' })
  await takeCode(t, admin, code)
}

/** Counts wrong codes: six digits are few. The count is no part of a transaction, which a wrong code rolls back. */
async function guarded<R>(ctx: Ctx, adminId: number, code: string, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  if (!isTotp(code)) return work(ctx)
  const key = protectedKey(`second factor ${adminId}`)
  const rule = { windowMs: DAY_MS, max: MOST_GUESSES * ctx.config.limitFactor }
  const { waitMs } = await ctx.attempts.take(key, rule)
  if (waitMs > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
  const answer = await work(ctx).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'second_factor_wrong')) await ctx.attempts.giveBack(key)
    throw error
  })
  await ctx.attempts.clear(key)
  return answer
}

const isTotp = (code: string) => /^\d{6}$/.test(code)

async function takeCode(t: Ctx, admin: admins.AdminRow, code: string): Promise<void> {
  if (isTotp(code)) return takeTotp(t, admin, code)
  if (!(await repo.takeRecoveryCode(t.db, admin.id, hashOf(code)))) throw wrongCode()
}

const sealing = (adminId: number) => ({ purpose: 'totp', owner: `admin ${adminId}` })

/** As it is stored: encrypted with the site's secret, 64 characters. */
const sealed = ({ config }: Ctx, adminId: number, { bytes }: Secret): string =>
  seal(config.jwtSecret, sealing(adminId), bytes)

/** Versions before 2.0 stored Base32, which has letters and digits for 20 bytes and no more. */
const isPlain = (stored: string) => /^[A-Z2-7]{1,32}$/.test(stored)

/** Throws `second_factor_unreadable` where the site's secret is another one now. */
function secretOf({ config }: Ctx, { id, totp_secret }: admins.AdminRow): Secret {
  if (totp_secret === null) throw new AppError('second_factor_missing')
  if (isPlain(totp_secret)) return Secret.fromBase32(totp_secret)
  const bytes = unseal(config.jwtSecret, sealing(id), totp_secret)
  if (bytes === null) throw new AppError('second_factor_unreadable', { field: 'code' })
  return new Secret({ buffer: bytes.buffer })
}

/** Encrypts secrets of before, and says whose the site can no longer read. Called at the start. */
export async function sealSecondFactors(ctx: Ctx): Promise<void> {
  const unreadable = await tx(ctx, async (t) => {
    const names: string[] = []
    for (const admin of await admins.lockAdmins(t.db, t.engine)) {
      if (admin.totp_secret === null) continue
      if (isPlain(admin.totp_secret)) {
        await admins.updateAdmin(t.db, admin.id, { totp_secret: sealed(t, admin.id, secretOf(t, admin)) })
      } else if (unseal(t.config.jwtSecret, sealing(admin.id), admin.totp_secret) === null) names.push(admin.username)
    }
    return names
  })
  if (unreadable.length === 0) return
  ctx.log.warn(
    { admins: unreadable },
    'JWT_SECRET is another one: codes of these administrators cannot be checked; recovery codes can, or: cli admin:recover',
  )
}

/** A code is good for once, and so are the older ones. */
async function takeTotp(t: Ctx, admin: admins.AdminRow, code: string): Promise<void> {
  const { id, totp_period } = admin
  const timestamp = t.clock.now()
  const secret = secretOf(t, admin)
  const delta = TOTP.validate({ token: code, secret, timestamp, window: WINDOW })
  const period = TOTP.counter({ timestamp }) + (delta ?? 0)
  if (delta === null || period <= totp_period) throw wrongCode()
  await admins.updateAdmin(t.db, id, { totp_period: period, totp_secret: sealed(t, id, secret) })
}

async function newRecoveryCodes(t: Ctx, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase())
  await repo.replaceRecoveryCodes(t.db, adminId, codes.map(hashOf))
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** 80 random bits need no slow hash. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** `totp_period` stays: a code that was taken is not good for the next secret's first minute either. */
async function switchOff(t: Ctx, id: number): Promise<void> {
  await admins.updateAdmin(t.db, id, { totp_secret: null, totp_since: null, updated_at: t.clock.now() })
  await repo.replaceRecoveryCodes(t.db, id, [])
  await adminSessionsChanged(t, id)
}

function recordSwitch(
  t: Ctx,
  viewer: AdminViewer | typeof COMMAND_LINE,
  { id, username }: admins.AdminRow,
  on: boolean,
): Promise<void> {
  const states = { before: { second_factor: on ? 0 : 1 }, after: { second_factor: on ? 1 : 0 } }
  return recordAudits(t, viewer, 'update', [{ resource: 'admins', record_id: id, record_name: username, ...states }])
}

function requireEnabled({ totp_since }: admins.AdminRow): void {
  if (totp_since === null) throw new AppError('second_factor_missing')
}

async function requireSelf(ctx: Ctx, viewer: AdminViewer): Promise<admins.AdminRow> {
  const admin = await admins.findAdminById(ctx.db, viewer.id)
  if (!admin) throw new AppError('session_ended')
  return admin
}

async function lockSelf(t: Ctx, viewer: AdminViewer): Promise<admins.AdminRow> {
  const admin = (await admins.lockAdmins(t.db, t.engine)).find(({ id }) => id === viewer.id)
  if (!admin) throw new AppError('session_ended')
  return admin
}

/** Before a transaction: checking takes a while on purpose. Throws what `checkOwnPassword` throws. */
export async function requireOwnPassword(ctx: Ctx, viewer: AdminViewer, password: string): Promise<admins.AdminRow> {
  const admin = await requireSelf(ctx, viewer)
  const { password_hash } = admin
  await checkOwnPassword(ctx, `admin:${admin.id}`, { password_hash, password, field: 'currentPassword' })
  return admin
}

const wrongPassword = () => new AppError('password_current_wrong', { field: 'currentPassword' })
const wrongCode = () => new AppError('second_factor_wrong', { field: 'code' })

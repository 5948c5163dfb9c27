/** E-mail addresses of accounts: verified by a code, told of new devices (docs/product.md#e-mail-address). */
import { deviceName } from '@shiliu/contract/device-name'
import { MAIL } from '@shiliu/contract/email-rules'
import type { begin, OwnEmail } from '@shiliu/contract/emails'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { requireAllowedDomain } from '#modules/addresses/email-bans.service.ts'
import { isMailOn, mailboxKey, mailTime, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import * as users from '#modules/users/users.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, HOUR_MS, isoOrNull } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { deleteInBatches, normalizedKey } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './emails.repo.ts'
import { hashMailCode, isMailCode, MOST_TRIES, newMailCode } from './mail-codes.service.ts'
import { isKnownDevice, requirePassword } from './sign-in-limits.service.ts'

/** Codes that an account may ask for in an hour. */
const CODES_IN_AN_HOUR = 5
/** Codes that all accounts together may ask for one address. */
const CODES_TO = { inAnHour: 5, inADay: 20 }

export const emailKey = (email: string): string => normalizedKey(email, MAIL.addressMax)

/** The account's own address, and one that waits for its code. */
export async function getOwnEmail(ctx: Ctx, userId: number): Promise<OwnEmail> {
  const found = await repo.findEmail(ctx.db, userId)
  const pending = await repo.findPending(ctx.db, userId)
  const isOpen = pending && pending.expires_at > ctx.clock.now() && pending.tries < MOST_TRIES
  return {
    enabled: isMailOn(ctx),
    email: found?.email ?? null,
    verified_at: isoOrNull(found?.verified_at ?? null),
    pending: isOpen ? pending.email : null,
    domains: ctx.settings.current.mail_domains,
  }
}

/**
 * Sends a code to the address; it is the account's once the code was typed. Another account's gets a mail that says so, and the
 * same answer. Throws `mail_off`, `email_domain`, `invalid_input`, `too_many_requests` and what `requirePassword` throws.
 */
export async function beginEmail(
  ctx: Ctx,
  userId: number,
  { email, password }: BodyOf<typeof begin>,
): Promise<OwnEmail> {
  requireMail(ctx)
  const user = await users.requireUserById(ctx, userId)
  await requirePassword(ctx, user, password)
  await requireAllowedDomain(ctx, email)
  const mailbox = mailboxKey(email)
  await takeAttempts(ctx, [
    [`email ${userId}`, HOUR_MS, CODES_IN_AN_HOUR],
    [`email to ${mailbox}`, HOUR_MS, CODES_TO.inAnHour],
    [`emails to ${mailbox}`, DAY_MS, CODES_TO.inADay],
  ])
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    const owner = await repo.findByEmail(t.db, emailKey(email))
    if (owner?.user_id === userId && owner.email === email)
      throw new AppError('invalid_input', { field: 'email', message: '已经绑定了这个邮箱' })
    const isTaken = owner !== undefined && owner.user_id !== userId
    const code = newMailCode()
    const code_hash = isTaken ? null : hashMailCode(t.mac, { use: 'verify', userId }, code)
    const expires_at = t.clock.now() + MAIL.verifyMs
    await repo.replacePending(t.db, { user_id: userId, email, code_hash, expires_at })
    const values = { account: user.user_id, code, ms: MAIL.verifyMs }
    const isSent = isTaken
      ? await sendMail(t, { to: owner.email, kind: 'taken', userId: owner.user_id })
      : await sendMail(t, { to: email, kind: 'verify', userId, values })
    if (!isSent) throw new AppError('too_many_requests')
  })
  return getOwnEmail(ctx, userId)
}

/** Throws `code_wrong`, `email_domain`, `email_taken`. */
export async function confirmEmail(ctx: Ctx, userId: number, code: string): Promise<OwnEmail> {
  const isRight = await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    const pending = await repo.findPending(t.db, userId)
    if (!pending || pending.expires_at <= t.clock.now() || pending.tries >= MOST_TRIES) return false
    if (!isMailCode(t.mac, { use: 'verify', userId }, pending.code_hash, code)) {
      // Stays counted: nothing is thrown in here.
      await repo.countTry(t.db, pending.id)
      return false
    }
    await takeEmail(t, userId, pending.email)
    return true
  })
  if (!isRight) throw new AppError('code_wrong', { field: 'code' })
  return getOwnEmail(ctx, userId)
}

async function takeEmail(t: Ctx, userId: number, email: string): Promise<void> {
  await requireAllowedDomain(t, email)
  const before = await repo.findEmail(t.db, userId)
  const row = { user_id: userId, email, email_key: emailKey(email), verified_at: t.clock.now() }
  await refuseDuplicate(
    () => repo.replaceEmail(t.db, row),
    () => new AppError('email_taken'),
  )
  await repo.deletePending(t.db, userId)
  await dropped(t, userId, before?.email_key === row.email_key ? undefined : before?.email, false)
}

/** Codes at the old address are worth nothing any more, and it is told. */
async function dropped(t: Ctx, userId: number, email: string | undefined, removed: boolean): Promise<void> {
  await repo.deleteResetsOf(t.db, userId)
  if (email === undefined) return
  const { user_id: account } = await users.requireUserById(t, userId)
  await sendMail(t, { to: email, kind: 'changed', userId, values: { account, time: mailTime(t), removed } })
}

/** Also one that was not verified yet. Throws `email_missing` and what `requirePassword` throws. */
export async function removeEmail(ctx: Ctx, userId: number, password: string): Promise<OwnEmail> {
  await requirePassword(ctx, await users.requireUserById(ctx, userId), password)
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    const [known, pending] = [await repo.findEmail(t.db, userId), await repo.findPending(t.db, userId)]
    if (!known && !pending) throw new AppError('email_missing')
    await repo.deletePending(t.db, userId)
    await repo.deleteEmail(t.db, userId)
    await dropped(t, userId, known?.email, true)
  })
  return getOwnEmail(ctx, userId)
}

/**
 * Takes an account's address away, of which it is told; call it in the transaction that notes who did. Throws
 * `email_missing`.
 */
export async function takeEmailAway(t: Ctx, userId: number): Promise<void> {
  await users.lockUsers(t, [userId])
  const known = await repo.findEmail(t.db, userId)
  if (!known) throw new AppError('email_missing')
  await repo.deletePending(t.db, userId)
  await repo.deleteEmail(t.db, userId)
  await dropped(t, userId, known.email, true)
}

type SignIn = {
  userAgent: string
  location: string | null
  /** What its browser got from earlier sign-ins, also to other accounts. */
  deviceTokens: readonly string[]
  /** The school that it came by; null for a password. */
  school: string | null
}

/** Tells who has an address of a sign-in from a device that the account does not know. Call it in the sign-in's transaction. */
export async function tellOfSignIn(
  t: Ctx,
  { id, user_id: account }: users.UserRow,
  { userAgent, location, deviceTokens, school }: SignIn,
): Promise<void> {
  if (!isMailOn(t) || deviceTokens.some((token) => isKnownDevice(t, 'user', id, token))) return
  const known = await repo.findEmail(t.db, id)
  if (!known) return
  const place = location ?? UNKNOWN_LOCATION
  const values = { account, time: mailTime(t), place, device: deviceName(userAgent), school }
  await sendMail(t, { to: known.email, kind: 'device', userId: id, values })
}

/** Tells who has an address that the account was deleted and may be taken back until `until`, in the deletion's transaction. */
export async function tellOfDeletion(t: Ctx, { id, user_id: account }: users.UserRow, until: number): Promise<void> {
  const known = await repo.findEmail(t.db, id)
  if (!known) return
  const values = { account, time: mailTime(t), until: mailTime(t, until) }
  await sendMail(t, { to: known.email, kind: 'deleted', userId: id, values })
}

/** Tells who has an address that a school account may be used to sign in, or may not any more. */
export async function tellOfLink(
  t: Ctx,
  { id, user_id: account }: users.UserRow,
  { school, removed }: { school: string; removed: boolean },
): Promise<void> {
  const known = await repo.findEmail(t.db, id)
  if (!known) return
  const values = { account, school, time: mailTime(t), removed }
  await sendMail(t, { to: known.email, kind: 'link', userId: id, values })
}

/** Tells who has an address that the account has another password, in the transaction that sets it. */
export async function tellOfPassword(
  t: Ctx,
  { id, user_id: account }: users.UserRow,
  way: 'reset' | 'changed' | 'first',
): Promise<void> {
  const known = await repo.findEmail(t.db, id)
  if (!known) return
  await sendMail(t, { to: known.email, kind: 'password', userId: id, values: { account, time: mailTime(t), way } })
}

/** Tells who has an address that the account was taken back, in the transaction of that. */
export async function tellOfTakingBack(
  t: Ctx,
  { id, user_id: account }: users.UserRow,
  { userAgent, location }: Pick<SignIn, 'userAgent' | 'location'>,
): Promise<void> {
  const known = await repo.findEmail(t.db, id)
  if (!known) return
  const place = location ?? UNKNOWN_LOCATION
  const values = { account, time: mailTime(t), place, device: deviceName(userAgent) }
  await sendMail(t, { to: known.email, kind: 'restored', userId: id, values })
}

/** For the deletion of the account. */
export async function deleteEmailsOfUser(t: Ctx, userId: number): Promise<void> {
  await repo.deletePending(t.db, userId)
  await repo.deleteResetsOf(t.db, userId)
  await repo.deleteEmail(t.db, userId)
}

/** Called by a timer: forgets addresses whose code nobody typed in time. */
export async function purgePendingEmails(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listPendingBefore(ctx.db, ctx.clock.now(), limit),
    (ids) => repo.deletePendingRows(ctx.db, ids),
  )
}

/** E-mail addresses of accounts, theirs once the mailed code is typed (docs/product.md#e-mail-address). */
import { MAIL } from '@shiliu/contract/email-rules'
import type { begin, OwnEmail } from '@shiliu/contract/emails'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { requireAllowedDomain } from '#modules/addresses/email-bans.service.ts'
import { isMailOn, mailboxKey, mailTime, requireMail, sendMail } from '#modules/mail/outbox.service.ts'
import * as users from '#modules/users/users.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, HOUR_MS, isoOrNull } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './emails.repo.ts'
import { deleteResetsOf } from './password-resets.repo.ts'
import { awaitCode, dropPendingEmail, findPendingEmail, takeCode } from './pending-emails.service.ts'
import { requirePassword } from './sign-in-limits.service.ts'

/** Codes that an account may ask for in an hour. */
const CODES_IN_AN_HOUR = 5
/** Codes that all accounts together may ask for one address. */
const CODES_TO = { inAnHour: 5, inADay: 20 }

export const emailKey = (email: string): string => normalizedKey(email, MAIL.addressMax)

const ownerOf = (userId: number) => ({ role: 'user', id: userId }) as const

/** The account's own address, and one that waits for its code. */
export async function getOwnEmail(ctx: Ctx, userId: number): Promise<OwnEmail> {
  const found = await repo.findEmail(ctx.db, userId)
  return {
    enabled: isMailOn(ctx),
    email: found?.email ?? null,
    verified_at: isoOrNull(found?.verified_at ?? null),
    pending: await findPendingEmail(ctx, ownerOf(userId)),
    domains: ctx.settings.current.mail_domains,
  }
}

/**
 * Sends a code to the address; it is the account's once the code was typed. Another account's gets a mail that says so,
 * and the same answer. Throws `mail_off`, `email_domain`, `invalid_input`, `too_many_requests` and what
 * `requirePassword` throws.
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
    const code = await awaitCode(t, ownerOf(userId), email)
    const values = { account: user.user_id, code, ms: MAIL.verifyMs }
    const isTaken = owner !== undefined && owner.user_id !== userId
    // Nobody gets the code of an address that is another account's.
    const isSent = isTaken
      ? await sendMail(t, { to: owner.email, kind: 'taken', userId: owner.user_id })
      : await sendMail(t, { to: email, kind: 'verify', userId, values })
    if (!isSent) throw new AppError('too_many_requests')
  })
  return getOwnEmail(ctx, userId)
}

/** Throws `code_wrong`, `email_domain`, `email_taken`. */
export async function confirmEmail(ctx: Ctx, userId: number, code: string): Promise<OwnEmail> {
  const email = await tx(ctx, async (t) => {
    await users.lockUsers(t, [userId])
    const typed = await takeCode(t, ownerOf(userId), code)
    if (typed !== null) await bindEmail(t, userId, typed)
    return typed
  })
  if (email === null) throw new AppError('code_wrong', { field: 'code' })
  return getOwnEmail(ctx, userId)
}

async function bindEmail(t: Ctx, userId: number, email: string): Promise<void> {
  await requireAllowedDomain(t, email)
  const before = await repo.findEmail(t.db, userId)
  const row = { user_id: userId, email, email_key: emailKey(email), verified_at: t.clock.now() }
  await refuseDuplicate(
    () => repo.replaceEmail(t.db, row),
    () => new AppError('email_taken'),
  )
  const old = before?.email_key === row.email_key ? undefined : before?.email
  await afterEmailChange(t, userId, { old, removed: false })
}

/** Codes at the old address are worth nothing any more, and it is told. */
async function afterEmailChange(
  t: Ctx,
  userId: number,
  { old, removed }: { old: string | undefined; removed: boolean },
): Promise<void> {
  await deleteResetsOf(t.db, userId)
  if (old === undefined) return
  const { user_id: account } = await users.requireUserById(t, userId)
  await sendMail(t, { to: old, kind: 'changed', userId, values: { account, time: mailTime(t), removed } })
}

/** Also one that was not verified yet. Throws `email_missing` and what `requirePassword` throws. */
export async function removeEmail(ctx: Ctx, userId: number, password?: string): Promise<OwnEmail> {
  await requirePassword(ctx, await users.requireUserById(ctx, userId), password)
  await tx(ctx, (t) => removeEmailByAdmin(t, userId))
  return getOwnEmail(ctx, userId)
}

/** As `removeEmail`, for an administrator: without the password. Throws `email_missing`. */
export async function removeEmailByAdmin(t: Ctx, userId: number): Promise<void> {
  await users.lockUsers(t, [userId])
  const known = await repo.findEmail(t.db, userId)
  if (!known && (await findPendingEmail(t, ownerOf(userId))) === null) throw new AppError('email_missing')
  await dropPendingEmail(t, ownerOf(userId))
  await repo.deleteEmail(t.db, userId)
  await afterEmailChange(t, userId, { old: known?.email, removed: true })
}

/** For the deletion of the account. */
export async function deleteEmailsOfUser(t: Ctx, userId: number): Promise<void> {
  await dropPendingEmail(t, ownerOf(userId))
  await deleteResetsOf(t.db, userId)
  await repo.deleteEmail(t.db, userId)
}

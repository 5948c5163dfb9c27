/** Registering and signing in users. Administrators sign in by admins.service.ts. */
import type { login, OwnUser, register, SignedIn } from '@shiliu/contract/auth'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { locate, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import { resolveAvatarOrDefault } from '#modules/media/avatars.service.ts'
import { isReservedId, refuseReservedId, refuseReservedNickname } from '#modules/moderation/reserved-names.service.ts'
import { checkWords } from '#modules/moderation/word-checks.service.ts'
import { noteFindings, ON_USER } from '#modules/moderation/word-findings.service.ts'
import { requireUnbanned } from '#modules/sanctions/sanctions.service.ts'
import { presentOwnUser } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import type { Client } from '#platform/http/route.ts'
import { hashPassword, refuseGuessable } from '#platform/passwords.ts'
import { useInvitation } from './invitations.service.ts'
import { tellOfSignIn } from './notices.service.ts'
import { bindVerifiedEmail, requireVerifiedEmail } from './registration-emails.service.ts'
import { admitRegistration, requireOpenRegistration } from './registrations.service.ts'
import { openSession } from './sessions.service.ts'
import { checkPassword, newDeviceToken, renewOldPassword } from './sign-in-limits.service.ts'

/** Whether somebody who registers can have the public id. */
export async function isUserIdFree(ctx: Ctx, userId: string): Promise<boolean> {
  return !isReservedId(ctx, userId) && (await users.isUserIdFree(ctx, userId))
}

/**
 * A missing bio becomes the default. Throws `invalid_input`, `user_id_taken` and what `requireVerifiedEmail`,
 * `admitRegistration` throw.
 */
export async function registerUser(ctx: Ctx, body: BodyOf<typeof register>, client: Client): Promise<SignedIn> {
  const create = checkedAccount(ctx, body)
  refuseGuessable(body.password, 'user', body.user_id)
  // A code that was typed wrong uses up no captcha.
  requireOpenRegistration(ctx)
  const email = await requireVerifiedEmail(ctx, body, client.ip)
  const giveBack = await admitRegistration(ctx, body, client.ip)
  try {
    const password_hash = await hashPassword(body.password, networkOf(client.ip))
    const from = await locate(ctx, client)
    return await tx(ctx, async (t) => {
      const id = await create(t, password_hash)
      await bindVerifiedEmail(t, id, email)
      return signIn(t, id, client.userAgent, from)
    })
  } catch (error) {
    await giveBack()
    throw error
  }
}

type NewAccount = Pick<BodyOf<typeof register>, 'user_id' | 'nickname' | 'bio' | 'avatar' | 'invitation_code'>

/**
 * Checks names and words; the result makes the account in a transaction. Throws `invalid_input`, then `user_id_taken`,
 * `invitation_wrong`.
 */
export function checkedAccount(ctx: Ctx, account: NewAccount): (t: Ctx, passwordHash: string) => Promise<number> {
  const check = checkWords(ctx)
  const { user_id } = account
  refuseReservedId(ctx, user_id)
  refuseReservedNickname(ctx, account.nickname)
  const nickname = check.line('nickname', account.nickname)
  const bio = users.cleanBio(check.markup('bio', account.bio ?? ''))
  return async (t, password_hash) => {
    const invitation_id = await useInvitation(t, account.invitation_code)
    const avatar = await resolveAvatarOrDefault(t, account.avatar ?? null)
    const id = await users.createUser(t, { user_id, nickname, password_hash, bio, invitation_id, ...avatar })
    await noteFindings(t, check, { type: ON_USER, id })
    return id
  }
}

/** Throws `local_passwords_off`, `account_disabled` and what `checkPassword` throws. */
export async function loginUser(ctx: Ctx, body: BodyOf<typeof login>, client: Client): Promise<SignedIn> {
  if (!ctx.settings.current.local_passwords) throw new AppError('local_passwords_off')
  const user = await users.findUser(ctx, body.user_id)
  await checkPassword(ctx, {
    role: 'user',
    // Guesses under the id of the site before count with the others.
    name: user?.user_id ?? body.user_id,
    account: user,
    password: body.password,
    ip: client.ip,
    deviceToken: body.device_token,
    proof: body.proof,
  })
  if (!user) throw new AppError('credentials_wrong')
  const password_hash = await renewOldPassword(user.password_hash, body.password, {
    caller: networkOf(client.ip),
    replace: (hash) =>
      tx(ctx, async (t) => {
        await users.lockUsers(t, [user.id])
        const [current] = await users.listUsers(t, [user.id])
        if (current?.password_hash === user.password_hash) await users.replaceHash(t, user.id, hash)
        return current?.password_hash === user.password_hash ? hash : (current?.password_hash ?? null)
      }),
  })
  const from = await locate(ctx, client)
  return tx(ctx, async (t) => {
    // Re-read under a lock: a password change during the slow check must also refuse this sign-in.
    await users.lockUsers(t, [user.id])
    const [current] = await users.listUsers(t, [user.id])
    if (current?.password_hash !== password_hash) throw new AppError('credentials_wrong')
    await requireUnbanned(t, current)
    const { userAgent } = client
    const deviceTokens = body.device_token ? [body.device_token] : []
    await tellOfSignIn(t, current, { userAgent, location: from.location, deviceTokens, school: null })
    return signIn(t, current.id, userAgent, from)
  })
}

/** Opens a session of an account that may sign in, in the caller's transaction. */
export async function signIn(t: Ctx, id: number, userAgent: string, from: Whereabouts): Promise<SignedIn> {
  await users.markSignedIn(t, id, from.location)
  const tokens = await openSession(t, { role: 'user', id }, userAgent, from)
  return {
    user: presentOwnUser(t, await users.requireUserById(t, id)),
    tokens,
    device_token: newDeviceToken(t, 'user', id),
  }
}

/** The account as its owner sees it. */
export async function getOwnUser(ctx: Ctx, id: number): Promise<OwnUser> {
  return presentOwnUser(ctx, await users.requireUserById(ctx, id))
}

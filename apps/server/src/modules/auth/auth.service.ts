/** Registration and sign-in of users (spec section 4, wire rules 4, 9). */

import type { login, OwnUser, register, SignedIn } from '@shiliu/contract/auth'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { ownAvatarOrDefault } from '#modules/media/avatars.service.ts'
import { cleanBio } from '#modules/users/bio.service.ts'
import { presentOwnUser } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { hashPassword, passwordFits } from '#platform/passwords.ts'
import { spendCaptcha } from './captchas.service.ts'
import { openSession } from './sessions.service.ts'

/** Whether a public id is still free. */
export async function isUserIdFree(ctx: Ctx, userId: string): Promise<boolean> {
  return (await users.findUser(ctx, userId)) === null
}

/**
 * Creates an account and signs it in; without a bio or with an avatar that is not ours it has the default ones. Throws
 * `invalid_input`, `captcha_wrong`, `captcha_expired`, `user_id_taken`.
 */
export async function registerUser(ctx: Ctx, body: BodyOf<typeof register>, userAgent: string): Promise<SignedIn> {
  const bio = cleanBio(body.bio ?? '')
  await spendCaptcha(ctx, body.captchaId, body.captchaText)
  const password_hash = await hashPassword(body.password)
  return tx(ctx, async (t) => {
    const { user_id, nickname } = body
    const avatar = await ownAvatarOrDefault(t, body.avatar ?? null)
    return signIn(t, await users.createUser(t, { user_id, nickname, password_hash, bio, ...avatar }), userAgent)
  })
}

/** Signs in. Throws `credentials_wrong` in the same words and time whether the account exists or not, `account_disabled`. */
export async function loginUser(ctx: Ctx, body: BodyOf<typeof login>, userAgent: string): Promise<SignedIn> {
  const user = await users.findUser(ctx, body.user_id)
  if (!(await passwordFits(user?.password_hash ?? null, body.password)) || !user)
    throw new AppError('credentials_wrong')
  return tx(ctx, async (t) => {
    // Locked and looked at again: the password may have been replaced while it was tried, and all sessions ended with it.
    await users.lockUsers(t, [user.id])
    const [now] = await users.listUsers(t, [user.id])
    if (now?.password_hash !== user.password_hash) throw new AppError('credentials_wrong')
    if (now.is_active !== 1) throw new AppError('account_disabled')
    return signIn(t, now.id, userAgent)
  })
}

async function signIn(t: Ctx, id: number, userAgent: string): Promise<SignedIn> {
  await users.markSignedIn(t, id)
  const tokens = await openSession(t, { role: 'user', id }, userAgent)
  return { user: presentOwnUser(await users.requireUserById(t, id)), tokens }
}

/** The signed-in user. */
export async function getOwnUser(ctx: Ctx, id: number): Promise<OwnUser> {
  return presentOwnUser(await users.requireUserById(ctx, id))
}

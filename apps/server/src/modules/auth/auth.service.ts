import type { login, OwnUser, register, SignedIn } from '@shiliu/contract/auth'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { locate, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import { resolveAvatarOrDefault } from '#modules/media/avatars.service.ts'

import { presentOwnUser } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { hashPassword, refuseGuessable } from '#platform/passwords.ts'
import { admitRegistration } from './registrations.service.ts'
import { openSession } from './sessions.service.ts'
import { checkPassword, newDeviceToken } from './sign-in-limits.service.ts'

export type Client = { ip: string; port: number | null; userAgent: string }

export async function isUserIdFree(ctx: Ctx, userId: string): Promise<boolean> {
  return (await users.findUser(ctx, userId)) === null
}

/** A missing bio becomes the default. Throws `invalid_input`, `user_id_taken` and what `admitRegistration` throws. */
export async function registerUser(ctx: Ctx, body: BodyOf<typeof register>, client: Client): Promise<SignedIn> {
  const bio = users.cleanBio(body.bio ?? '')
  refuseGuessable(body.password, body.user_id, 'password')
  const giveBack = await admitRegistration(ctx, body, client.ip)
  try {
    const password_hash = await hashPassword(body.password, networkOf(client.ip))
    const from = await locate(ctx, client)
    return await tx(ctx, async (t) => {
      const { user_id, nickname } = body
      const avatar = await resolveAvatarOrDefault(t, body.avatar ?? null)
      const account = { user_id, nickname, password_hash, bio, ...avatar }
      return signIn(t, await users.createUser(t, account), client.userAgent, from)
    })
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Throws `account_disabled` and what `checkPassword` throws. */
export async function loginUser(ctx: Ctx, body: BodyOf<typeof login>, client: Client): Promise<SignedIn> {
  const user = await users.findUser(ctx, body.user_id)
  await checkPassword(ctx, {
    role: 'user',
    name: body.user_id,
    account: user,
    password: body.password,
    ip: client.ip,
    deviceToken: body.device_token,
    proof: body.proof,
  })
  if (!user) throw new AppError('credentials_wrong')
  const from = await locate(ctx, client)
  return tx(ctx, async (t) => {
    // Re-read under a lock: a password change during the slow check must also refuse this sign-in.
    await users.lockUsers(t, [user.id])
    const [current] = await users.listUsers(t, [user.id])
    if (current?.password_hash !== user.password_hash) throw new AppError('credentials_wrong')
    if (current.is_active !== 1) throw new AppError('account_disabled')
    return signIn(t, current.id, client.userAgent, from)
  })
}

async function signIn(t: Ctx, id: number, userAgent: string, from: Whereabouts): Promise<SignedIn> {
  await users.markSignedIn(t, id, from.place)
  const tokens = await openSession(t, { role: 'user', id }, userAgent, from)
  return {
    user: presentOwnUser(await users.requireUserById(t, id)),
    tokens,
    device_token: newDeviceToken(t, 'user', id),
  }
}

export async function getOwnUser(ctx: Ctx, id: number): Promise<OwnUser> {
  return presentOwnUser(await users.requireUserById(ctx, id))
}

/** What tests are about, made the short way: through services, not through the database. */
import type { Ctx } from '#deps.ts'
import { createAdmin } from '#modules/admin/admins.service.ts'
import { openSession } from '#modules/auth/sessions.service.ts'
import { createUser } from '#modules/users/users.service.ts'
import { hashPassword } from '#platform/passwords.ts'

export const PASSWORD = 'shiliu123'
/** Hashing is slow by design; all test accounts share one hash. */
let passwordHash: Promise<string> | undefined
let made = 0

export type TestUser = { id: number; user_id: string; nickname: string; token: string; refreshToken: string }

/** An account that is signed in. */
export async function makeUser(ctx: Ctx, fields: { user_id?: string; nickname?: string } = {}): Promise<TestUser> {
  made++
  passwordHash ??= hashPassword(PASSWORD)
  const user_id = fields.user_id ?? `user${made}`
  const nickname = fields.nickname ?? `同学${made}`
  const id = await createUser(ctx, { user_id, nickname, password_hash: await passwordHash })
  const tokens = await openSession(ctx, { role: 'user', id }, 'test')
  return { id, user_id, nickname, token: tokens.access_token, refreshToken: tokens.refresh_token }
}

export type TestAdmin = { id: number; username: string; token: string }

/** An administrator who is signed in. */
export async function makeAdmin(ctx: Ctx): Promise<TestAdmin> {
  const username = `admin${++made}`
  const id = await createAdmin(ctx, username, PASSWORD)
  const tokens = await openSession(ctx, { role: 'admin', id }, 'test')
  return { id, username, token: tokens.access_token }
}

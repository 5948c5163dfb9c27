/** Accounts and public profiles. Owns `users`. */

import { DEFAULT_AVATAR, DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Profile, UserStats } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { type Deltas, movesOf } from '#platform/db/bulk.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { searchChanged } from '#platform/search/found-cache.ts'
import { presentPersonality, presentProfile, presentStats } from './users.present.ts'
import * as repo from './users.repo.ts'

export { likesAndCollects } from './users.present.ts'
export type { UserRow } from './users.repo.ts'

type Registration = {
  user_id: string
  nickname: string
  password_hash: string
  avatar?: string
  avatar_media_id?: number | null
  bio?: string
  location?: string
}

/** Creates an account and answers its numeric id. Throws `user_id_taken`. */
export function createUser(ctx: Ctx, registration: Registration): Promise<number> {
  return tx(ctx, async (t) => {
    const id = await insertUser(t, registration)
    await makeFindable(t, [{ id, ...registration }])
    return id
  })
}

type Named = Pick<repo.UserRow, 'id' | 'nickname' | 'user_id'>

const entryOf = ({ id, nickname, user_id }: Named) => ({ id, texts: [nickname, user_id] })

/** Makes users findable by their names. Within the caller's transaction, as all below that take `t`. */
export async function makeFindable(t: Ctx, named: Named[]): Promise<void> {
  const entries = named.map(entryOf)
  await t.search.put(t.db, 'users', entries)
  searchChanged(t, 'users', entries)
}

/** Takes users out of the index. */
export async function makeUnfindable(t: Ctx, ids: number[]): Promise<void> {
  await t.search.remove(t.db, 'users', ids)
  searchChanged(t, 'users', 'any')
}

async function insertUser(t: Ctx, registration: Registration): Promise<number> {
  const now = t.clock.now()
  try {
    return await repo.insertUser(t.db, {
      user_id: registration.user_id,
      nickname: registration.nickname,
      password_hash: registration.password_hash,
      avatar: registration.avatar ?? DEFAULT_AVATAR,
      avatar_media_id: registration.avatar_media_id ?? null,
      bio: registration.bio || DEFAULT_BIO,
      location: registration.location ?? UNKNOWN_LOCATION,
      gender: null,
      zodiac_sign: null,
      mbti: null,
      education: null,
      major: null,
      interests: null,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('user_id_taken', { field: 'user_id' })
    throw error
  }
}

/** The account with this public id, or null; letter case does not matter. */
export async function findUser(ctx: Ctx, userId: string): Promise<repo.UserRow | null> {
  return (await repo.findUserByPublicId(ctx.db, userId)) ?? null
}

/** As `findUser`, but throws `user_not_found`. */
export async function requireUser(ctx: Ctx, userId: string): Promise<repo.UserRow> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** The account with this numeric id; throws `user_not_found`. */
export async function requireUserById(ctx: Ctx, id: number): Promise<repo.UserRow> {
  const user = await repo.findUserById(ctx.db, id)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** Accounts by numeric id, in no particular order; unknown ids are left out. */
export function listUsers(ctx: Ctx, ids: number[]): Promise<repo.UserRow[]> {
  return repo.listUsersByIds(ctx.db, ids)
}

/** Numeric ids of those public ids that exist: whom a text mentions. */
export async function resolvePublicIds(ctx: Ctx, userIds: string[]): Promise<number[]> {
  if (userIds.length === 0) return []
  return (await repo.listUsersByPublicIds(ctx.db, userIds)).map((user) => user.id)
}

/** Moves counters within the caller's transaction. */
export async function addToCounters(
  t: Ctx,
  id: number,
  deltas: Partial<Record<repo.UserCounter, number>>,
): Promise<void> {
  await repo.addToUserCounters(t.db, id, deltas)
}

/** Moves one counter of many accounts within the caller's transaction. */
export async function addToCounterOfMany(t: Ctx, counter: repo.UserCounter, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) await repo.addToUsersCounter(t.db, counter, some)
}

/**
 * Keeps others from changing these accounts, and from making rows that refer to them, until the transaction ends; answers
 * those that exist.
 */
export async function lockUsers(t: Ctx, ids: number[]): Promise<Set<number>> {
  const there = new Set<number>()
  for (const some of chunks(ids.toSorted((a, b) => a - b))) {
    for (const id of await repo.lockUsers(t.db, t.engine, some)) there.add(id)
  }
  return there
}

/** Deletes the account itself within the caller's transaction, once no row refers to it. */
export async function eraseOf(t: Ctx, id: number): Promise<void> {
  await makeUnfindable(t, [id])
  await repo.deleteUser(t.db, id)
}

/** What a person tells about themselves; `interests` is a JSON array. */
export type ProfileChanges = Partial<
  Pick<
    repo.UserRow,
    | 'nickname'
    | 'avatar'
    | 'avatar_media_id'
    | 'bio'
    | 'location'
    | 'is_active'
    | keyof ReturnType<typeof presentPersonality>
  >
>

/**
 * Changes these fields of a profile within the caller's transaction; answers the account as it is then. After a new
 * nickname the user's notes are found by the old one until posts/findable.service.ts `renameAuthor` is called.
 */
export async function updateProfile(t: Ctx, user: repo.UserRow, changes: ProfileChanges): Promise<repo.UserRow> {
  const after = { ...user, ...changes, updated_at: t.clock.now() }
  await repo.updateUser(t.db, user.id, { ...changes, updated_at: after.updated_at })
  if (after.nickname !== user.nickname) await rename(t, user, after)
  // Cards show nickname and avatar.
  pagesChanged(t)
  return after
}

async function rename(t: Ctx, before: Named, after: Named): Promise<void> {
  await makeFindable(t, [after])
  searchChanged(t, 'users', [entryOf(before)])
}

/** Replaces the password within the caller's transaction. */
export async function setPassword(t: Ctx, id: number, passwordHash: string): Promise<void> {
  await repo.updateUser(t.db, id, { password_hash: passwordHash, updated_at: t.clock.now() })
}

/** Notes the time of a sign-in. */
export async function markSignedIn(t: Ctx, id: number): Promise<void> {
  await repo.updateUser(t.db, id, { last_login_at: t.clock.now() })
}

/** Spec section 2 «Other profile». Throws `user_not_found`. */
export async function getProfile(ctx: Ctx, userId: string): Promise<Profile> {
  return presentProfile(await requireUser(ctx, userId))
}

/** Counts of the profile page. Throws `user_not_found`. */
export async function getStats(ctx: Ctx, userId: string): Promise<UserStats> {
  return presentStats(await requireUser(ctx, userId))
}

/** Gender, sign, MBTI and so on. Throws `user_not_found`. */
export async function getPersonality(ctx: Ctx, userId: string) {
  return presentPersonality(await requireUser(ctx, userId))
}

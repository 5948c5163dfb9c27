/** Accounts and public profiles. */

import { DEFAULT_AVATAR, DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import { cleanTokens, formatRichText, plainText } from '@shiliu/contract/rich-text'
import { bioRule } from '@shiliu/contract/rules'
import { type Profile, profile as schema, type UserStats } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { defineRecords } from '#platform/cache/records.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { chunks, normalizedKey } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import { recordJson, SharedPage } from '#platform/http/json-page.ts'
import { invalidateSearches } from '#platform/search/search-cache.ts'
import { presentPersonality, presentProfile, presentStats } from './users.present.ts'
import * as repo from './users.repo.ts'

export { likesAndCollects } from './users.present.ts'
export type { UserCounter, UserRow } from './users.repo.ts'

/** Makes stale what shows a user's name, picture or place. */
export const userTag = (id: number) => `user:${id}`
/** Makes the user's profile stale, which shows counters and times, too. */
const profileTag = (id: number) => `user:${id}:profile`
const publicIdTag = (key: string) => `public-id:${key}`

/** Call it when something of these users changed; `onCards` if it is on cards: name, picture or place. */
function userChanged(t: Ctx, ids: readonly number[], { onCards }: { onCards: boolean }): void {
  invalidate(t, ids.map(profileTag))
  if (onCards) invalidate(t, ids.map(userTag))
}

/** Names of settings. */
type WritingLimit = 'notes_per_ten_minutes' | 'notes_per_day' | 'comments_per_minute' | 'reactions_per_minute'

type Registration = {
  user_id: string
  nickname: string
  password_hash: string
  avatar?: string
  avatar_media_id?: number | null
  bio?: string
  location?: string
}

/** Creates an account; returns its numeric id. Throws `user_id_taken`. */
export function createUser(ctx: Ctx, registration: Registration): Promise<number> {
  return tx(ctx, async (t) => {
    const id = await insertUser(t, registration)
    await indexUsers(t, [{ id, ...registration }])
    invalidate(t, [publicIdTag(normalizedKey(registration.user_id))])
    return id
  })
}

type UserNames = Pick<repo.UserRow, 'id' | 'nickname' | 'user_id'>

const searchEntry = ({ id, nickname, user_id }: UserNames) => ({ id, texts: [nickname, user_id] })

export async function indexUsers(t: Ctx, users: UserNames[]): Promise<void> {
  await rewriteEntries(t, users)
  invalidateSearches(t, 'users', users.map(searchEntry))
}

/** As `indexUsers` where the names are as before: leaves what is cached alone. */
export async function rewriteEntries(t: Ctx, users: UserNames[]): Promise<void> {
  await t.search.put(t.db, 'users', users.map(searchEntry))
}

export async function unindexUsers(t: Ctx, ids: number[]): Promise<void> {
  await t.search.remove(t.db, 'users', ids)
  invalidateSearches(t, 'users', 'any')
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

/** The account with this public id (case-insensitive), or null. */
export async function findUser(ctx: Ctx, userId: string): Promise<repo.UserRow | null> {
  return (await repo.findUserByPublicId(ctx.db, userId)) ?? null
}

/** As `findUser`. Throws `user_not_found`. */
export async function requireUser(ctx: Ctx, userId: string): Promise<repo.UserRow> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** The viewer's own account, by public id. Throws `user_not_found`, `forbidden` for another account. */
export async function requireOwnUser(ctx: Ctx, viewerId: number, userId: string): Promise<repo.UserRow> {
  const user = await requireUser(ctx, userId)
  if (user.id !== viewerId) throw new AppError('forbidden')
  return user
}

/** Throws `user_not_found`. */
export async function requireUserById(ctx: Ctx, id: number): Promise<repo.UserRow> {
  const user = await repo.findUserById(ctx.db, id)
  if (!user) throw new AppError('user_not_found')
  return user
}

/** Accounts by numeric id, in no particular order. Unknown ids are left out. */
export function listUsers(ctx: Ctx, ids: number[]): Promise<repo.UserRow[]> {
  return repo.listUsersByIds(ctx.db, ids)
}

/** Numeric ids of the public ids that exist. */
export async function resolvePublicIds(ctx: Ctx, userIds: string[]): Promise<number[]> {
  if (userIds.length === 0) return []
  return (await repo.listUsersByPublicIds(ctx.db, userIds)).map((user) => user.id)
}

export async function addToCounters(
  t: Ctx,
  id: number,
  deltas: Partial<Record<repo.UserCounter, number>>,
): Promise<void> {
  await repo.addToUserCounters(t.db, id, deltas)
  userChanged(t, [id], { onCards: false })
}

export async function addToCounterOfMany(t: Ctx, counter: repo.UserCounter, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) await repo.addToUsersCounter(t.db, counter, some)
  userChanged(t, [...deltas.keys()], { onCards: false })
}

/** Also blocks new rows that refer to these accounts by foreign key. Returns the ids that exist. */
export async function lockUsers(t: Ctx, ids: number[]): Promise<Set<number>> {
  const existing = new Set<number>()
  for (const some of chunks(ids.toSorted((a, b) => a - b))) {
    for (const id of await repo.lockUsers(t.db, t.engine, some)) existing.add(id)
  }
  return existing
}

/** Deletes the account's own row. Everything that refers to it must be deleted before (account/deletion.service.ts). */
export async function deleteUser(t: Ctx, id: number): Promise<void> {
  const { user_id: publicId } = await requireUserById(t, id)
  await unindexUsers(t, [id])
  userChanged(t, [id], { onCards: true })
  invalidate(t, [publicIdTag(normalizedKey(publicId))])
  await repo.deleteUser(t.db, id)
}

/** A bio in stored form, reduced to line breaks and mentions. Throws `invalid_input` where the result is too long. */
export function cleanBio(source: string): string {
  const tokens = cleanTokens(source, { images: false })
  const message = bioRule(plainText(tokens))
  if (message) throw new AppError('invalid_input', { field: 'bio', message })
  return formatRichText(tokens)
}

/** Columns of a profile edit. `interests` is a JSON array. */
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

/** After a change of the nickname, call `reindexPostsOfUser`: posts are found by it. Returns the resulting row. */
export async function updateProfile(t: Ctx, user: repo.UserRow, changes: ProfileChanges): Promise<repo.UserRow> {
  const after = { ...user, ...changes, updated_at: t.clock.now() }
  await repo.updateUser(t.db, user.id, { ...changes, updated_at: after.updated_at })
  if (after.nickname !== user.nickname) {
    await indexUsers(t, [after])
    // Also drops cached results of queries for the old nickname.
    invalidateSearches(t, 'users', [searchEntry(user)])
  }
  userChanged(t, [user.id], { onCards: true })
  return after
}

export async function setPassword(t: Ctx, id: number, passwordHash: string): Promise<void> {
  await repo.updateUser(t.db, id, { password_hash: passwordHash, updated_at: t.clock.now() })
  userChanged(t, [id], { onCards: false })
}

/** `place` is null where the address does not tell: then what is known stays. */
export async function markSignedIn(t: Ctx, id: number, place: string | null): Promise<void> {
  const moved = place !== null && (await requireUserById(t, id)).location !== place
  await repo.updateUser(t.db, id, { last_login_at: t.clock.now(), ...(moved && { location: place }) })
  userChanged(t, [id], { onCards: moved })
}

const profiles = defineRecords<Ctx, Profile>({
  name: 'profile',
  schema,
  async load(ctx, ids) {
    const rows = await repo.listUsersByIds(ctx.db, ids)
    return new Map(
      rows.map((row) => [row.id, { data: presentProfile(row), tags: [userTag(row.id), profileTag(row.id)] }]),
    )
  },
})

const joinedAt = defineLists<Ctx, number, number>({
  name: 'joined',
  tags: (id) => [userTag(id)],
  bytes: 50,
  load: async (ctx, id) => (await requireUserById(ctx, id)).created_at,
})

const DAY_MS = 24 * 3600 * 1000

/** How often this account may do what a setting limits: half as often while it is new. */
export async function writingLimit(ctx: Ctx, id: number, setting: WritingLimit): Promise<number> {
  const { current } = ctx.settings
  const { result: joined } = await joinedAt.get(ctx, id)
  const isNew = ctx.clock.now() - joined < current.new_account_days * DAY_MS
  return Math.max(1, Math.floor((current[setting] * ctx.config.limitFactor) / (isNew ? 2 : 1)))
}

const idsByPublicId = defineLists<Ctx, string, number>({
  name: 'public id',
  tags: (key) => [publicIdTag(key)],
  bytes: 50,
  load: async (ctx, key) => (await requireUser(ctx, key)).id,
})

/** The numeric id of a public id, current as long as the account exists. Throws `user_not_found`. */
export function resolvePublicId(ctx: Ctx, userId: string): Promise<CachedResult<number>> {
  return idsByPublicId.get(ctx, normalizedKey(userId))
}

/** Throws `user_not_found`. */
export async function getProfile(ctx: Ctx, userId: string): Promise<SharedPage<Profile>> {
  const { result: id, entry } = await resolvePublicId(ctx, userId)
  const profile = (await profiles.get(ctx, [id])).get(id)
  if (!profile) throw new AppError('user_not_found')
  return new SharedPage<Profile>(recordJson(profile), [entry])
}

/** Throws `user_not_found`. */
export async function getStats(ctx: Ctx, userId: string): Promise<UserStats> {
  return presentStats(await requireUser(ctx, userId))
}

/** Throws `user_not_found`. */
export async function getPersonality(ctx: Ctx, userId: string) {
  return presentPersonality(await requireUser(ctx, userId))
}

/** Accounts and public profiles. */
import { DEFAULT_AVATAR, DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import { cleanTokens, formatRichText, parseRichText, plainText, type Token } from '@shiliu/contract/rich-text'
import { bioRule } from '@shiliu/contract/rules'
import { type Profile, profile as schema, type UserStats } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { defineRecords } from '#platform/cache/records.ts'
import { DAY_MS } from '#platform/clock.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { chunks, normalizedKey } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { recordJson, SharedPage } from '#platform/http/json-page.ts'
import { invalidateSearches } from '#platform/search/search-cache.ts'
import { presentPersonality, presentProfile, presentStats } from './users.present.ts'
import * as repo from './users.repo.ts'

export { likesAndCollects } from './users.present.ts'
export type { UserCounter, UserRow } from './users.repo.ts'

/** Makes stale what shows a user's name, picture or location. */
export const userTag = (id: number) => `user:${id}`
/** Makes the user's profile stale, which shows counters and times, too. */
const profileTag = (id: number) => `user:${id}:profile`
const publicIdTag = (key: string) => `public-id:${key}`

/** Call it when something of these users changed; `onCards` if it is on cards: name, picture or location. */
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
  invitation_id?: number | null
}

/** Creates an account; returns its numeric id. Throws `user_id_taken`. */
export function createUser(ctx: Ctx, registration: Registration): Promise<number> {
  return tx(ctx, async (t) => {
    const id = await insertUser(t, registration)
    // After the insert, which waits for whoever is deleting the account with this id.
    if (await repo.isUsedId(t.db, t.engine, registration.user_id)) {
      throw new AppError('user_id_taken', { field: 'user_id' })
    }
    await indexUsers(t, [{ id, ...registration }])
    invalidate(t, [publicIdTag(normalizedKey(registration.user_id))])
    return id
  })
}

type UserNames = Pick<repo.UserRow, 'id' | 'nickname' | 'user_id'> & { is_hidden?: number }

const searchEntry = ({ id, nickname, user_id }: UserNames) => ({ id, texts: [nickname, user_id] })

/** Makes the accounts findable by their present names; leaves hidden ones out. */
export async function indexUsers(t: Ctx, users: UserNames[]): Promise<void> {
  await rewriteEntries(t, users)
  invalidateSearches(t, 'users', users.map(searchEntry))
}

/** As `indexUsers` where the names are as before: leaves what is cached alone. */
export async function rewriteEntries(t: Ctx, users: UserNames[]): Promise<void> {
  const shown = users.filter((user) => user.is_hidden !== 1)
  await t.search.put(t.db, 'users', shown.map(searchEntry))
}

/** Takes the accounts out of the search. */
export async function unindexUsers(t: Ctx, ids: number[]): Promise<void> {
  await t.search.remove(t.db, 'users', ids)
  invalidateSearches(t, 'users', 'any')
}

async function insertUser(t: Ctx, registration: Registration): Promise<number> {
  const now = t.clock.now()
  const row = {
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
    invitation_id: registration.invitation_id ?? null,
    created_at: now,
    updated_at: now,
  }
  return refuseDuplicate(
    () => repo.insertUser(t.db, row),
    () => new AppError('user_id_taken', { field: 'user_id' }),
  )
}

/** The account with this public id (case-insensitive), else the one that had it at the site before, or null. */
export async function findUser(ctx: Ctx, userId: string): Promise<repo.UserRow | null> {
  return (await repo.findUserByPublicId(ctx.db, userId)) ?? (await repo.findUserByOldId(ctx.db, userId)) ?? null
}

/** Those that the account had at the site before, in their normalized form. */
export const listOldPublicIds = ({ db }: Ctx, id: number): Promise<string[]> => repo.listOldKeys(db, id)

/** What an account that had this public id at the site before has now; null for none, and for who is hidden. */
export async function findNewPublicId(ctx: Ctx, userId: string): Promise<string | null> {
  const user = (await repo.findUserByPublicId(ctx.db, userId)) ? undefined : await repo.findUserByOldId(ctx.db, userId)
  return user?.is_hidden === 0 ? user.user_id : null
}

/** Whether nobody has the public id, or had it before. */
export async function isUserIdFree(ctx: Ctx, userId: string): Promise<boolean> {
  return (await findUser(ctx, userId)) === null && !(await repo.isUsedId(ctx.db, ctx.engine, userId))
}

/** As `findUser`. Throws `user_not_found`, also where the account is hidden. */
export async function requireUser(ctx: Ctx, userId: string): Promise<repo.UserRow> {
  const user = await findUser(ctx, userId)
  if (!user || user.is_hidden === 1) throw new AppError('user_not_found')
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

/** Numeric ids by public id; undefined for one that nobody has. */
export async function mapPublicIds(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<(userId: string) => number | undefined> {
  const found = new Map<string, number>()
  for (const some of chunks(userIds)) {
    for (const { id, user_id_key } of await repo.listUsersByPublicIds(ctx.db, some)) found.set(user_id_key, id)
  }
  return (userId) => found.get(normalizedKey(userId))
}

/** A text in stored form as it is shown, and what makes it stale. */
type ShownText = { content: string; tags: string[] }

/**
 * Texts in stored form with the present nicknames of whom they mention; who is hidden, and an id that nobody has, is
 * plain text. In the order of the texts, by one query, or none where nobody is mentioned.
 */
export async function showMentions(ctx: Ctx, contents: readonly string[]): Promise<ShownText[]> {
  const texts = contents.map((content) => ({ content, tokens: content.includes('[@') ? parseRichText(content) : null }))
  const wanted = new Set(texts.flatMap(({ tokens }) => (tokens ?? []).flatMap(mentionedKey)))
  const found = new Map<string, { id: number; nickname: string; is_hidden: number }>()
  for (const some of chunks([...wanted])) {
    for (const user of await repo.listUsersByPublicIds(ctx.db, some)) found.set(user.user_id_key, user)
  }
  return texts.map(({ content, tokens }) => {
    if (!tokens) return { content, tags: [] }
    const keys = [...new Set(tokens.flatMap(mentionedKey))]
    const tags = keys.map((key) => {
      const user = found.get(key)
      return user ? userTag(user.id) : publicIdTag(key)
    })
    const shown = tokens.map((token): Token => {
      if (token.kind !== 'mention') return token
      const user = found.get(normalizedKey(token.userId))
      return user?.is_hidden === 0
        ? { ...token, nickname: user.nickname }
        : { kind: 'text', text: `@${token.nickname}` }
    })
    return { content: formatRichText(shown), tags }
  })
}

const mentionedKey = (token: Token) => (token.kind === 'mention' ? [normalizedKey(token.userId)] : [])

/** Adds to the counters of one account. */
export async function addToCounters(
  t: Ctx,
  id: number,
  deltas: Partial<Record<repo.UserCounter, number>>,
): Promise<void> {
  await repo.addToUserCounters(t.db, id, deltas)
  userChanged(t, [id], { onCards: false })
}

/** Adds to one counter of many accounts. */
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

/** Call it before writing in somebody's name: a ban that hides what they wrote waits. Throws `account_disabled`. */
export async function requireShown(t: Ctx, id: number): Promise<void> {
  if (await repo.shareUser(t.db, t.engine, id)) throw new AppError('account_disabled')
}

/** Bans or lifts a ban. */
export async function setActive(t: Ctx, id: number, active: boolean): Promise<void> {
  await repo.updateUser(t.db, id, { is_active: active ? 1 : 0, updated_at: t.clock.now() })
  userChanged(t, [id], { onCards: true })
}

/** Hides or shows the profile, and marks that what the account wrote is to follow (`is_hiding`). */
export async function setHidden(t: Ctx, user: repo.UserRow, hidden: boolean): Promise<void> {
  const is_hidden = hidden ? 1 : 0
  if (is_hidden === user.is_hidden) return
  await repo.updateUser(t.db, user.id, { is_hidden, is_hiding: 1 })
  userChanged(t, [user.id], { onCards: true })
  await visibilityChanged(t, { ...user, is_hidden })
}

/** Makes stale what was found by the account's public ids, also by that of the site before. */
async function publicIdsChanged(t: Ctx, { id, user_id }: Pick<repo.UserRow, 'id' | 'user_id'>): Promise<void> {
  invalidate(t, [normalizedKey(user_id), ...(await repo.listOldKeys(t.db, id))].map(publicIdTag))
}

/** Who is hidden is found neither by public id nor by search. */
async function visibilityChanged(t: Ctx, user: repo.UserRow): Promise<void> {
  await publicIdsChanged(t, user)
  if (user.is_hidden === 1) await unindexUsers(t, [user.id])
  else await indexUsers(t, [user])
}

/** Ids of accounts whose content does not follow `is_hidden` yet. */
export const listHiding = (ctx: Ctx, limit: number): Promise<number[]> => repo.listHiding(ctx.db, limit)

/** Records that all that the account wrote follows `is_hidden`. */
export const hidingDone = (t: Ctx, id: number): Promise<void> => repo.updateUser(t.db, id, { is_hiding: 0 })

/** Deletes the account's own row. Everything that refers to it must be deleted before (account/deletion.service.ts). */
export async function deleteUser(t: Ctx, id: number): Promise<void> {
  const user = await requireUserById(t, id)
  await unindexUsers(t, [id])
  userChanged(t, [id], { onCards: true })
  await publicIdsChanged(t, user)
  await repo.deleteOldKeys(t.db, id)
  await repo.deleteUser(t.db, id)
  await repo.insertUsedId(t.db, user.user_id_key, t.clock.now())
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
    'nickname' | 'avatar' | 'avatar_media_id' | 'bio' | 'location' | keyof ReturnType<typeof presentPersonality>
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

/** Stores the hash of a new password. The caller ends the sessions. */
export async function setPassword(t: Ctx, id: number, passwordHash: string): Promise<void> {
  await repo.updateUser(t.db, id, { password_hash: passwordHash, updated_at: t.clock.now() })
  userChanged(t, [id], { onCards: false })
}

/** As `setPassword` for a new hash of the password that the account has: no session ends. */
export const replaceHash = (t: Ctx, id: number, passwordHash: string): Promise<void> =>
  repo.updateUser(t.db, id, { password_hash: passwordHash })

/** What the school says that the person is; null for nothing. */
export async function setBadge(t: Ctx, id: number, badge: string | null): Promise<void> {
  await repo.updateUser(t.db, id, { campus_badge: badge })
  userChanged(t, [id], { onCards: false })
}

/** `location` is null where the address does not tell: then what is known stays. */
export async function markSignedIn(t: Ctx, id: number, location: string | null): Promise<void> {
  const moved = location !== null && (await requireUserById(t, id)).location !== location
  await repo.updateUser(t.db, id, { last_login_at: t.clock.now(), ...(moved && { location }) })
  userChanged(t, [id], { onCards: moved })
}

const profiles = defineRecords<Ctx, Profile>({
  name: 'profile',
  schema,
  async load(ctx, ids) {
    const rows = await repo.listUsersByIds(ctx.db, ids)
    const bios = await showMentions(
      ctx,
      rows.map(({ bio }) => bio),
    )
    return new Map(
      rows.map((row, i) => {
        const { content: bio, tags } = bios[i] ?? { content: row.bio, tags: [] }
        return [
          row.id,
          { data: { ...presentProfile(ctx, row), bio }, tags: [userTag(row.id), profileTag(row.id), ...tags] },
        ]
      }),
    )
  },
})

const joinedAt = defineLists<Ctx, number, number>({
  name: 'joined',
  tags: (id) => [userTag(id)],
  bytes: 50,
  load: async (ctx, id) => (await requireUserById(ctx, id)).created_at,
})

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

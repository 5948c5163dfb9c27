/** Search over posts and users (docs/product.md#search-rules). */
import type { Pagination, UserCard } from '@shiliu/contract/common'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import { userIdRule } from '@shiliu/contract/rules'
import type { searchPosts as endpoint, FoundPosts, FoundUser, search } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { presentUserCards } from '#modules/follows/follows.service.ts'
import { loadNewestPosts, loadPostRecords } from '#modules/posts/posts.service.ts'
import { mapSynonyms, tagKeyOf } from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import type { Db } from '#platform/db/client.ts'
import { type CursorQuery, listCursor, type Position, valueAndIdKey } from '#platform/db/cursor.ts'
import { isBeyondLastPage, offset } from '#platform/db/pagination.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { recordJson, SharedPage, type WithRecords } from '#platform/http/json-page.ts'
import type { Phrases } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { findMatches, keyOfMatch, listMatchPage, matchKey, parseTerms } from './post-search.service.ts'
import * as repo from './search.repo.ts'

/** Matching users cached in order. Later pages query the database. */
const MAX_CACHED_USERS = 500
/** Of more matches the users are read in order. */
const MAX_SORTED = 5000
/** Of so many matches each user is looked up in the index; of fewer all matches are listed. */
const COMMON = 25_000

type SearchPage = OutputOf<typeof search>

/** GET /search: `all` and `posts` find posts, `users` finds users, any other type finds nothing. */
export async function searchAll(
  ctx: Ctx,
  reads: Db,
  viewerId: number | null,
  query: QueryOf<typeof search>,
): Promise<SearchPage | SharedPage<SearchPage>> {
  const { keyword = '', tag = '', type = 'all' } = query
  const echo = { keyword, tag, type }
  if (type === 'users') {
    const { rows, pagination } = await findUserRows(ctx, reads, keyword || tag, query)
    return { ...echo, users: { data: await presentUsers(ctx, viewerId, rows), pagination } }
  }
  if (type !== 'all' && type !== 'posts') return new SharedPage<SearchPage>(echo, [])
  const { found, basis } = await findPosts(ctx, reads, query)
  return new SharedPage<SearchPage>({ ...echo, ...(type === 'all' ? found : { posts: found }) }, basis)
}

/**
 * Searches for what most notes and users hold, so that nobody waits for a new process to prepare its statements, read
 * the index and compile its code, which it does not before the second time.
 */
export async function warmUpSearch(ctx: Ctx, reads: Db): Promise<void> {
  const query = { page: 1, limit: 20 }
  for (const keyword of ['的', '了']) await searchAll(ctx, reads, null, { ...query, keyword, type: 'all' })
  await searchAll(ctx, reads, null, { ...query, keyword: 'e', type: 'users' })
}

export async function searchPosts(
  ctx: Ctx,
  reads: Db,
  query: QueryOf<typeof endpoint>,
): Promise<SharedPage<OutputOf<typeof endpoint>>> {
  const { keyword = '', tag = '' } = query
  const { found, basis } = await findPosts(ctx, reads, query)
  return new SharedPage<OutputOf<typeof endpoint>>({ keyword, tag, type: 'posts', posts: found }, basis)
}

export async function findUsers(
  ctx: Ctx,
  reads: Db,
  viewerId: number | null,
  keyword: string,
  query: CursorQuery,
): Promise<{ users: UserCard[]; keyword: string; pagination: Pagination }> {
  const { rows, pagination } = await findUserRows(ctx, reads, keyword, query)
  return { users: await presentUserCards(ctx, viewerId, rows), keyword, pagination }
}

type UserRows = { rows: users.UserRow[]; pagination: Pagination }

/** Before all keys of `[followers, id]`: the user whose public id is searched for comes first. */
const FIRST: [number, number] = [Number.MAX_SAFE_INTEGER, 0]

async function findUserRows(ctx: Ctx, reads: Db, keyword: string, query: CursorQuery): Promise<UserRows> {
  const cursors = listCursor(`found users ${keyword}`, valueAndIdKey)
  const phrases = keywordPhrases(keyword, 'letters')
  if (phrases.length === 0) return cursors.page([], cursors.position(query), 0, () => FIRST)
  const { result: cached } = await ctx.searchCache.get('users', phrases, () => findFirstUsers(ctx, reads, phrases))
  // Not part of the cached value: keywords with the same phrases share it, but may spell different public ids.
  const exact = await findExactUser(ctx, keyword)
  const { rows: matches, pagination } = await cursors.read(query, cached.total, {
    async rows(at) {
      const found = firstUsersAt(cached.matches, at, exact)
      const beyondCache = found.length <= at.limit && cached.total > cached.matches.length
      return beyondCache ? listUsersAt(ctx, reads, phrases, cached.total, at, exact) : found
    },
    key: ({ id, fans_count }) => (id === exact?.id ? FIRST : [fans_count, id]),
  })
  return { rows: await loadRows(ctx, matches), pagination }
}

type UserPosition = Position<[number, number]>

/** A page of the cached matches and the match behind it. */
function firstUsersAt(matches: repo.UserMatch[], at: UserPosition, exact: repo.UserMatch | null): repo.UserMatch[] {
  const others = exact === null ? matches : matches.filter(({ id }) => id !== exact.id)
  const [fans, last] = at.after ?? FIRST
  const shown = at.after
    ? others.filter((user) => user.fans_count < fans || (user.fans_count === fans && user.id > last))
    : [...(exact ? [exact] : []), ...others]
  return shown.slice(offset(at), offset(at) + at.limit + 1)
}

/** As `firstUsersAt`, from the database. */
async function listUsersAt(
  ctx: Ctx,
  reads: Db,
  phrases: Phrases,
  total: number,
  at: UserPosition,
  exact: repo.UserMatch | null,
): Promise<repo.UserMatch[]> {
  const before = exact ? 1 : 0
  const skip = Math.max(offset(at) - before, 0)
  const startsWithExact = exact !== null && !at.after && offset(at) === 0
  const limit = at.limit + 1 - (startsWithExact ? 1 : 0)
  const range = { after: at.after, limit, skip, except: exact?.id }
  const others = await repo.listMatchingUsers(reads, matchesOfUsers(ctx, phrases, total, skip), range)
  return startsWithExact ? [exact, ...others] : others
}

/** Few matches are listed and sorted; of many the users with most followers are asked for in turn. */
function matchesOfUsers(ctx: Ctx, phrases: Phrases, total: number, skip: number) {
  if (total <= MAX_SORTED) return ctx.search.matches('users', 'users.id', phrases)
  return ctx.search.matchesInOrder('users', 'users.id', phrases, total > COMMON && skip < MAX_CACHED_USERS)
}

async function findExactUser(ctx: Ctx, keyword: string): Promise<repo.UserMatch | null> {
  if (userIdRule(normalizedKey(keyword)) !== null) return null
  const user = await users.findUser(ctx, keyword)
  // Nobody is listed for an id of the site before.
  return user?.is_hidden === 0 && user.user_id_key === normalizedKey(keyword) ? user : null
}

async function findFirstUsers(
  ctx: Ctx,
  reads: Db,
  phrases: Phrases,
): Promise<{ matches: repo.UserMatch[]; total: number }> {
  const total = await ctx.search.countMatches(reads, 'users', phrases)
  const matches =
    total === 0
      ? []
      : await repo.listMatchingUsers(reads, matchesOfUsers(ctx, phrases, total, 0), { limit: MAX_CACHED_USERS })
  return { matches, total: Math.max(total, matches.length) }
}

async function loadRows(ctx: Ctx, matches: repo.UserMatch[]): Promise<users.UserRow[]> {
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  const rows = new Map((await users.listUsers(ctx, ids)).map((user) => [user.id, user]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** User cards with received likes and collections and the covers of their newest posts. */
async function presentUsers(ctx: Ctx, viewerId: number | null, rows: users.UserRow[]): Promise<FoundUser[]> {
  const cards = await presentUserCards(ctx, viewerId, rows)
  const newest = await loadNewestPosts(
    ctx,
    rows.map((user) => user.id),
    PAGE.hoverCard,
  )
  const likes = new Map(rows.map((user) => [user.id, users.likesAndCollects(user)]))
  return cards.map((card) => ({
    ...card,
    likes_and_collects: likes.get(card.id) ?? 0,
    covers: (newest.get(card.id) ?? []).map(({ id, title, pictures }) => ({
      id,
      title,
      picture: coverOf(pictures) ?? null,
    })),
  }))
}

/** `tagStats` ignores a selected tag, so that another one can be chosen; it is empty without a keyword. */
async function findPosts(ctx: Ctx, reads: Db, query: QueryOf<typeof endpoint>) {
  const { keyword } = query
  const synonyms = await mapSynonyms(ctx)
  const tag = query.tag && (synonyms.result[tagKeyOf(query.tag)] ?? query.tag)
  const terms = parseTerms(keyword, tag, synonyms.result)
  const cursors = listCursor(`found posts ${JSON.stringify([keyword, tag])}`, matchKey)
  const at = cursors.position(query)
  const { result: matches, entry } = await findMatches(ctx, reads, terms, at.after)
  const untagged =
    tag === undefined
      ? { result: matches, entry }
      : await findMatches(ctx, reads, parseTerms(keyword, undefined, synonyms.result))
  const page = isBeyondLastPage(at, matches.total) ? [] : await listMatchPage(ctx, reads, terms, matches, at)
  const { rows, pagination } = cursors.page(page, at, matches.total, (match) => keyOfMatch(matches, match))
  const ids = rows.map(({ id }) => id)
  const records = await loadPostRecords(ctx, ids)
  const found: WithRecords<FoundPosts> = {
    data: records.map((record) => recordJson(record)),
    tagStats: untagged.result.tagStats,
    pagination,
  }
  return { found, basis: [entry, untagged.entry, synonyms.entry] }
}

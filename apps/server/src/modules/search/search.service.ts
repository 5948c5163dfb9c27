/** Search over posts and users (docs/product.md#search-rules). */
import type { Pagination, UserCard } from '@shiliu/contract/common'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import { userIdRule } from '@shiliu/contract/rules'
import type { searchPosts as endpoint, FoundPosts, FoundUser, search } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { presentUserCards } from '#modules/follows/follows.service.ts'
import { loadNewestPosts, loadPostCards } from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { offset, type PageQuery, paginationOf } from '#platform/db/pagination.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { findMatches, listMatchPage, parseTerms } from './post-search.service.ts'
import * as repo from './search.repo.ts'

/** Matching users cached in order. Later pages query the database. */
const MAX_CACHED_USERS = 500

/** GET /search: `all` and `posts` find posts, `users` finds users, any other type finds nothing. */
export async function searchAll(
  ctx: Ctx,
  viewerId: number | null,
  query: QueryOf<typeof search>,
): Promise<OutputOf<typeof search>> {
  const { keyword = '', tag = '', type = 'all' } = query
  const echo = { keyword, tag, type }
  if (type === 'all') return { ...echo, ...(await findPosts(ctx, viewerId, query)) }
  if (type === 'posts') return { ...echo, posts: await findPosts(ctx, viewerId, query) }
  if (type !== 'users') return echo
  const { rows, pagination } = await findUserRows(ctx, keyword || tag, query)
  return { ...echo, users: { data: await presentUsers(ctx, viewerId, rows), pagination } }
}

export async function searchPosts(
  ctx: Ctx,
  viewerId: number | null,
  query: QueryOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { keyword = '', tag = '' } = query
  return { keyword, tag, type: 'posts', posts: await findPosts(ctx, viewerId, query) }
}

export async function findUsers(
  ctx: Ctx,
  viewerId: number | null,
  keyword: string,
  page: PageQuery,
): Promise<{ users: UserCard[]; keyword: string; pagination: Pagination }> {
  const { rows, pagination } = await findUserRows(ctx, keyword, page)
  return { users: await presentUserCards(ctx, viewerId, rows), keyword, pagination }
}

type UserRows = { rows: users.UserRow[]; pagination: Pagination }

async function findUserRows(ctx: Ctx, keyword: string, page: PageQuery): Promise<UserRows> {
  const phrases = keywordPhrases(keyword, 'letters')
  if (phrases.length === 0) return { rows: [], pagination: paginationOf(page, 0) }
  const query = { search: ctx.search, phrases }
  const { ids, total } = await ctx.searchCache.get('users', phrases, () => findFirstUsers(ctx, query))
  // Not part of the cached value: keywords with the same phrases share it, but may spell different public ids.
  const exact = await findExactUser(ctx, keyword)
  const ordered = exact === undefined ? ids : [exact, ...ids.filter((id) => id !== exact)]
  const from = offset(page)
  const beyondCache = from + page.limit > ids.length && total > ids.length && from < total
  const pageIds = beyondCache
    ? await repo.listMatchingUsers(ctx.db, query, page, exact)
    : ordered.slice(from, from + page.limit)
  return { rows: await loadRows(ctx, pageIds), pagination: paginationOf(page, total) }
}

async function findExactUser(ctx: Ctx, keyword: string): Promise<number | undefined> {
  return userIdRule(normalizedKey(keyword)) === null ? (await users.findUser(ctx, keyword))?.id : undefined
}

async function findFirstUsers(ctx: Ctx, query: repo.UserQuery): Promise<{ ids: number[]; total: number }> {
  const ids = await repo.listMatchingUsers(ctx.db, query, { page: 1, limit: MAX_CACHED_USERS })
  if (ids.length < MAX_CACHED_USERS) return { ids, total: ids.length }
  // The index has one entry per user, so it knows the total.
  return { ids, total: (await ctx.search.newest(ctx.db, 'users', query.phrases, { most: 1 })).total }
}

async function loadRows(ctx: Ctx, ids: number[]): Promise<users.UserRow[]> {
  if (ids.length === 0) return []
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
async function findPosts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof endpoint>): Promise<FoundPosts> {
  const { keyword, tag } = query
  const terms = parseTerms(keyword, tag)
  const matches = await findMatches(ctx, terms)
  const { tagStats } = tag === undefined ? matches : await findMatches(ctx, parseTerms(keyword, undefined))
  const cards = await loadPostCards(ctx, viewerId, await listMatchPage(ctx, terms, matches, query))
  return {
    // A cached match may have become a draft.
    data: cards.filter((card) => card.is_draft === 0),
    tagStats,
    pagination: paginationOf(query, matches.total),
  }
}

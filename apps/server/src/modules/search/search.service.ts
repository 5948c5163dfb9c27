/** Search over notes and users (spec section 5 «Search», wire rule 20). */
import type { Pagination, UserCard } from '@shiliu/contract/common'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import { userIdRule } from '@shiliu/contract/rules'
import type { FoundPosts, FoundUser, search, searchPosts } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { presentUserCards } from '#modules/follows/follows.service.ts'
import { loadPostCards, newestOf } from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { keyOf, offset, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { askedOf, findNotes, pageOf } from './found-notes.service.ts'
import * as repo from './search.repo.ts'

/** So many users found are remembered in order; who comes after them is looked for again. */
const REMEMBERED = 500

/** GET /search: `all` and `posts` find notes, `users` users, any other type nothing. */
export async function searchAll(
  ctx: Ctx,
  viewerId: number | null,
  query: QueryOf<typeof search>,
): Promise<OutputOf<typeof search>> {
  const { keyword = '', tag = '', type = 'all' } = query
  const asked = { keyword, tag, type }
  if (type === 'all') return { ...asked, ...(await findPosts(ctx, viewerId, query)) }
  if (type === 'posts') return { ...asked, posts: await findPosts(ctx, viewerId, query) }
  if (type !== 'users') return asked
  const { rows, pagination } = await findUserRows(ctx, keyword || tag, query)
  return { ...asked, users: { data: await presentFound(ctx, viewerId, rows), pagination } }
}

/** GET /search/posts: what `searchAll` answers for `posts`. */
export async function searchNotes(
  ctx: Ctx,
  viewerId: number | null,
  query: QueryOf<typeof searchPosts>,
): Promise<OutputOf<typeof searchPosts>> {
  const { keyword = '', tag = '' } = query
  return { keyword, tag, type: 'posts', posts: await findPosts(ctx, viewerId, query) }
}

/** Users by a part of their nickname or 小石榴号. */
export async function findUsers(
  ctx: Ctx,
  viewerId: number | null,
  keyword: string,
  page: PageQuery,
): Promise<{ users: UserCard[]; keyword: string; pagination: Pagination }> {
  const { rows, pagination } = await findUserRows(ctx, keyword, page)
  return { users: await presentUserCards(ctx, viewerId, rows), keyword, pagination }
}

type FoundRows = { rows: users.UserRow[]; pagination: Pagination }

async function findUserRows(ctx: Ctx, keyword: string, page: PageQuery): Promise<FoundRows> {
  const phrases = keywordPhrases(keyword, 'letters')
  if (phrases.length === 0) return { rows: [], pagination: paginationOf(page, 0) }
  const query = { search: ctx.search, phrases }
  const { ids, total } = await ctx.found.get('users', phrases, () => findFirst(ctx, query))
  // Not remembered: there are many ways to write what finds the same users.
  const named = await ownerOf(ctx, keyword)
  const ordered = named === undefined ? ids : [named, ...ids.filter((id) => id !== named)]
  const from = offset(page)
  const rest = from + page.limit > ids.length && total > ids.length && from < total
  const shown = rest ? await repo.listUsersFound(ctx.db, query, page, named) : ordered.slice(from, from + page.limit)
  return { rows: await loadRows(ctx, shown), pagination: paginationOf(page, total) }
}

/** Whose 小石榴号 the keyword is: they come first. */
async function ownerOf(ctx: Ctx, keyword: string): Promise<number | undefined> {
  return userIdRule(keyOf(keyword)) === null ? (await users.findUser(ctx, keyword))?.id : undefined
}

async function findFirst(ctx: Ctx, query: repo.UserQuery): Promise<{ ids: number[]; total: number }> {
  const ids = await repo.listUsersFound(ctx.db, query, { page: 1, limit: REMEMBERED })
  if (ids.length < REMEMBERED) return { ids, total: ids.length }
  // Counted in the index alone: each user has one entry.
  return { ids, total: (await ctx.search.newest(ctx.db, 'users', query.phrases, { most: 1 })).total }
}

async function loadRows(ctx: Ctx, ids: number[]): Promise<users.UserRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await users.listUsers(ctx, ids)).map((user) => [user.id, user]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Users with what they are known by: how much they were liked, and their newest notes (spec section 3 «User card»). */
async function presentFound(ctx: Ctx, viewerId: number | null, rows: users.UserRow[]): Promise<FoundUser[]> {
  const cards = await presentUserCards(ctx, viewerId, rows)
  const newest = await newestOf(
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

/**
 * Notes by keyword, by tag or by both. The tags to narrow by are those of all that the keyword finds, also while one of
 * them is chosen, so that the others can be chosen next; a tag alone offers none.
 */
async function findPosts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof searchPosts>): Promise<FoundPosts> {
  const { keyword, tag } = query
  const asked = askedOf(keyword, tag)
  const found = await findNotes(ctx, asked)
  const { tagStats } = tag === undefined ? found : await findNotes(ctx, askedOf(keyword, undefined))
  const cards = await loadPostCards(ctx, viewerId, await pageOf(ctx, asked, found, query))
  return {
    // What was remembered may have become a draft a moment ago.
    data: cards.filter((card) => card.is_draft === 0),
    tagStats,
    pagination: paginationOf(query, found.total),
  }
}

/** Search over notes and users (spec section 5 «Search», wire rule 20). */
import type { Pagination, UserCard } from '@shiliu/contract/common'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TAGS } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { search, TagStat } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { presentUserCards } from '#modules/follows/follows.service.ts'
import { loadPostCards } from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { groupBy, offset, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { relevance } from './relevance.ts'
import * as repo from './search.repo.ts'

/**
 * So many of the hottest hits are put in order of relevance; what comes after them stays in order of heat. Bounds the
 * work of a keyword that every note holds, and nobody turns that many pages.
 */
const RANKED = 500

type Found = { data: Post[]; tagStats: TagStat[]; pagination: Pagination }

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
  const { users: data, pagination } = await findUsers(ctx, viewerId, keyword || tag, query)
  return { ...asked, users: { data, pagination } }
}

/** Users by a part of their nickname or 小石榴号. */
export async function findUsers(
  ctx: Ctx,
  viewerId: number | null,
  keyword: string,
  page: PageQuery,
): Promise<{ users: UserCard[]; keyword: string; pagination: Pagination }> {
  const query = { search: ctx.search, keyword }
  const total = keyword === '' ? 0 : await repo.countUsersFound(ctx.db, query)
  const ids = offset(page) >= total ? [] : await repo.listUsersFound(ctx.db, query, page)
  return { users: await loadCards(ctx, viewerId, ids), keyword, pagination: paginationOf(page, total) }
}

async function loadCards(ctx: Ctx, viewerId: number | null, ids: number[]): Promise<UserCard[]> {
  if (ids.length === 0) return []
  const rows = new Map((await users.listUsers(ctx, ids)).map((user) => [user.id, user]))
  const found = ids.flatMap((id) => rows.get(id) ?? [])
  return presentUserCards(ctx, viewerId, found)
}

/**
 * Notes by keyword, by tag or by both. The tags to narrow by are those of all that the keyword finds, also while one of
 * them is chosen, so that the others can be chosen next; a tag alone offers none.
 */
async function findPosts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof search>): Promise<Found> {
  const { keyword, tag } = query
  const filter: repo.PostQuery = { search: ctx.search, keyword, tag }
  const asked = keyword !== undefined || tag !== undefined
  const total = asked ? await repo.countHits(ctx.db, filter) : 0
  const ids = offset(query) >= total ? [] : await pageOf(ctx, filter, query)
  const stats = keyword ? await repo.countTags(ctx.db, { ...filter, tag: undefined }, TAGS.statsMax) : []
  return {
    data: await loadPostCards(ctx, viewerId, ids),
    tagStats: stats.map(({ name, count }) => ({ id: name, label: name, count })),
    pagination: paginationOf(query, total),
  }
}

/** Ids of one page: the most relevant first, among equals the hottest. */
async function pageOf(ctx: Ctx, filter: repo.PostQuery, page: PageQuery): Promise<number[]> {
  const from = offset(page)
  if (filter.keyword === undefined || from >= RANKED) return repo.listHottest(ctx.db, filter, from, page.limit)
  // A page that reaches beyond the ranked ones gets its rest in the same statement.
  const hottest = await repo.listHottest(ctx.db, filter, 0, Math.max(RANKED, from + page.limit))
  const ranked = await rank(ctx, filter.keyword, hottest.slice(0, RANKED))
  return [...ranked, ...hottest.slice(RANKED)].slice(from, from + page.limit)
}

async function rank(ctx: Ctx, keyword: string, ids: number[]): Promise<number[]> {
  if (ids.length < 2) return ids
  const titles = new Map((await repo.listTitles(ctx.db, ids)).map((post) => [post.id, post.title]))
  const tags = groupBy(await repo.listTagNames(ctx.db, ids), (tag) => tag.post_id)
  const relevanceOf = relevance(keyword)
  const ranks = new Map(
    ids.map((id) => {
      const tagNames = (tags.get(id) ?? []).map((tag) => tag.name)
      return [id, relevanceOf({ title: titles.get(id) ?? '', tags: tagNames })]
    }),
  )
  // Sorting is stable: equals stay in order of heat.
  return ids.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0))
}

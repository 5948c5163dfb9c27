import type { QueryOf } from '@shiliu/contract/endpoint'
import type { list, PostPage } from '@shiliu/contract/posts'
import type { posts as userPosts } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { loadPostCards } from '#modules/posts/posts.service.ts'
import { categoryLabel } from '#modules/posts/search-indexing.service.ts'
import * as users from '#modules/users/users.service.ts'
import { isBeyondLastPage, offset, type PageQuery, paginationOf } from '#platform/db/pagination.ts'
import { AppError } from '#platform/errors.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import * as repo from './feed.repo.ts'

/** GET /posts (docs/product.md#feeds). Throws `unauthorized` and `forbidden` for drafts of others. */
export function listPosts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<PostPage> {
  if (query.is_draft) return listDrafts(ctx, viewerId, query)
  if (query.user_id !== undefined) return listFiltered(ctx, viewerId, query)
  const category = query.category ?? query.category_id
  if (query.keyword) return listByKeyword(ctx, viewerId, query.keyword, category, query)
  if (category === undefined) return listAll(ctx, viewerId, 'created_at', query)
  if (category === 'recommend') return listAll(ctx, viewerId, 'hot_score', query)
  return listCategory(ctx, viewerId, numericId(category), query)
}

/** GET /users/{id}/posts. Throws `user_not_found`. */
export async function listUserPosts(
  ctx: Ctx,
  viewerId: number | null,
  publicId: string,
  query: QueryOf<typeof userPosts>,
): Promise<PostPage> {
  const user = await users.requireUser(ctx, publicId)
  const filter: repo.Filter = { isDraft: 0, userId: user.id, ...extraFilters(ctx, query.category, query.keyword) }
  const total = query.category || query.keyword ? await repo.countPosts(ctx.db, filter) : user.post_count
  return load(ctx, viewerId, filter, orderOf(query.sort), query, total)
}

async function listAll(ctx: Ctx, viewerId: number | null, order: repo.Order, page: PageQuery): Promise<PostPage> {
  const total = (await categories.countPublished(ctx)) + (await repo.countUncategorised(ctx.db))
  return load(ctx, viewerId, { isDraft: 0 }, order, page, total)
}

async function listCategory(ctx: Ctx, viewerId: number | null, id: number, page: PageQuery): Promise<PostPage> {
  const category = await categories.findCategory(ctx, id)
  const total = category?.post_count ?? 0
  return load(ctx, viewerId, { isDraft: 0, categoryId: id }, 'created_at', page, total)
}

async function listDrafts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<PostPage> {
  if (viewerId === null) throw new AppError('unauthorized')
  if (query.user_id !== undefined && query.user_id !== viewerId) throw new AppError('forbidden')
  const extra = extraFilters(ctx, query.category ?? query.category_id, query.keyword)
  const filter: repo.Filter = { isDraft: 1, userId: viewerId, ...extra }
  const order = query.sort === 'updated_at' ? 'updated_at' : orderOf(query.sort)
  return load(ctx, viewerId, filter, order, query, await repo.countPosts(ctx.db, filter))
}

async function listFiltered(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<PostPage> {
  const extra = extraFilters(ctx, query.category ?? query.category_id, query.keyword)
  const filter: repo.Filter = { isDraft: 0, ...extra, ...(query.user_id !== undefined && { userId: query.user_id }) }
  return load(ctx, viewerId, filter, orderOf(query.sort), query, await repo.countPosts(ctx.db, filter))
}

/** All users' posts by keyword, newest first; `sort` is ignored. */
async function listByKeyword(
  ctx: Ctx,
  viewerId: number | null,
  keyword: string,
  category: string | undefined,
  page: PageQuery,
): Promise<PostPage> {
  const phrases = keywordPhrases(keyword)
  const { categoryId } = extraFilters(ctx, category, undefined)
  if (phrases.length === 0) return { posts: [], pagination: paginationOf(page, 0) }
  if (categoryId !== undefined) phrases.push(categoryLabel(categoryId))
  const range = { most: page.limit, from: offset(page) }
  const { ids, total } = await ctx.search.newest(ctx.db, 'notes', phrases, range)
  return { posts: await loadPostCards(ctx, viewerId, ids), pagination: paginationOf(page, total) }
}

async function load(
  ctx: Ctx,
  viewerId: number | null,
  filter: repo.Filter,
  order: repo.Order,
  page: PageQuery,
  total: number,
): Promise<PostPage> {
  const ids = isBeyondLastPage(page, total) ? [] : await repo.listPostIds(ctx.db, filter, order, page)
  return { posts: await loadPostCards(ctx, viewerId, ids), pagination: paginationOf(page, total) }
}

function extraFilters(ctx: Ctx, category: string | undefined, keyword: string | undefined): Partial<repo.Filter> {
  return {
    ...(category && category !== 'recommend' && { categoryId: numericId(category) }),
    ...(keyword && { keyword: { search: ctx.search, text: keyword } }),
  }
}

/** Existing clients expect a category that is not a number to match nothing. */
function numericId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

function orderOf(sort: string | undefined): repo.Order {
  return sort === 'like_count' ? 'like_count' : 'created_at'
}

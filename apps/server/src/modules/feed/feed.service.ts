import type { Pagination } from '@shiliu/contract/common'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { list, PostPage } from '@shiliu/contract/posts'
import type { posts as userPosts } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { loadPostCards, loadPostRecords, postTags } from '#modules/posts/posts.service.ts'
import { categoryLabel } from '#modules/posts/search-indexing.service.ts'
import * as users from '#modules/users/users.service.ts'
import { type CacheEntry, UNCACHED } from '#platform/cache/cache.ts'
import { defineLists } from '#platform/cache/lists.ts'
import { type CursorQuery, idKey, listCursor, type Position, valueAndIdKey } from '#platform/db/cursor.ts'
import { isBeyondLastPage, offset } from '#platform/db/pagination.ts'
import { AppError } from '#platform/errors.ts'
import { recordJson, SharedPage } from '#platform/http/json-page.ts'
import type { Newest } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import * as repo from './feed.repo.ts'
import { continueAfter, listRanked, newestRanking, rankingCursor } from './rankings.service.ts'

type SharedPostPage = SharedPage<PostPage>

/** GET /posts without drafts (docs/product.md#feeds). */
export function listPosts(ctx: Ctx, query: QueryOf<typeof list>): Promise<SharedPostPage> {
  const { user_id: userId, keyword, sort } = query
  const category = query.category ?? query.category_id
  if (userId !== undefined) return listOfUser(ctx, { userId, category, keyword, sort }, query)
  if (keyword) return listByKeyword(ctx, keyword, category, query)
  if (category === 'recommend') return listRecommended(ctx, query)
  return listFiltered(ctx, { isDraft: 0, ...(category && { categoryId: numericId(category) }) }, 'created_at', query)
}

/** GET /users/{id}/posts. Throws `user_not_found`. */
export async function listUserPosts(
  ctx: Ctx,
  publicId: string,
  query: QueryOf<typeof userPosts>,
): Promise<SharedPostPage> {
  const { result: userId, entry } = await users.resolvePublicId(ctx, publicId)
  const { category, keyword, sort } = query
  return (await listOfUser(ctx, { userId, category, keyword, sort }, query)).basedOn(entry)
}

/** The viewer's own drafts, whatever `user_id` says (docs/api.md#drafts). Throws `unauthorized`. */
export async function listDrafts(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<PostPage> {
  if (viewerId === null) throw new AppError('unauthorized')
  const extra = extraFilters(ctx, query.category ?? query.category_id, query.keyword)
  const filter: repo.Filter = { isDraft: 1, userId: viewerId, ...extra }
  const order = query.sort === 'updated_at' ? 'updated_at' : orderOf(query.sort)
  const { ids, pagination } = await readPage(ctx, { filter, order, at: cursorOf(filter, order).position(query) })
  return { posts: await loadPostCards(ctx, viewerId, ids), pagination }
}

type OfUser = {
  userId: number
  category: string | undefined
  keyword: string | undefined
  sort: string | undefined
}

function listOfUser(ctx: Ctx, { userId, category, keyword, sort }: OfUser, query: CursorQuery) {
  return listFiltered(ctx, { isDraft: 0, userId, ...extraFilters(ctx, category, keyword) }, orderOf(sort), query)
}

type PageOfIds = { ids: number[]; pagination: Pagination }
type FilteredQuery = { filter: repo.Filter; order: repo.Order; at: Position<repo.PostKey> }

/** Pages of all posts, of a category, or of a user. Likes move the hot order, whose scores are written once a second. */
const filteredPages = defineLists<Ctx, FilteredQuery, PageOfIds>({
  name: 'posts',
  tags({ filter: { userId, categoryId }, order }) {
    const moved = order === 'hot_score' ? [postTags.byHotScore] : []
    if (userId !== undefined) return [postTags.ofUser(userId), users.userTag(userId), ...moved]
    return [categoryId === undefined ? postTags.all : postTags.inCategory(categoryId), ...moved]
  },
  bytes: 800,
  load: readPage,
})

async function listFiltered(
  ctx: Ctx,
  filter: repo.Filter,
  order: repo.Order,
  query: CursorQuery,
): Promise<SharedPostPage> {
  const pageQuery = { filter, order, at: cursorOf(filter, order).position(query) }
  // Nothing tells when a keyword's matches or a user's most liked posts change.
  if (filter.keyword || order === 'like_count') return pageOf(ctx, await readPage(ctx, pageQuery), [UNCACHED])
  const { result, entry } = await filteredPages.get(ctx, pageQuery)
  return pageOf(ctx, result, [entry])
}

/** The first page shows the current order, the others what follows in the ranking of that moment. */
async function listRecommended(ctx: Ctx, query: CursorQuery): Promise<SharedPostPage> {
  const at = rankingCursor.position(query)
  const total = await publishedTotal.get(ctx, null)
  if (at.after) {
    const { rows, pagination } = rankingCursor.page(await listRanked(ctx, at), at, total.result, ({ key }) => key)
    const ids = rows.map(({ id }) => id)
    return pageOf(ctx, { ids, pagination }, [total.entry])
  }
  const filter: repo.Filter = { isDraft: 0 }
  const current = await filteredPages.get(ctx, { filter, order: 'hot_score', at: { page: at.page, limit: at.limit } })
  const { ids, pagination } = current.result
  if (pagination.next_cursor === null) return pageOf(ctx, current.result, [current.entry])
  const ranking = await newestRanking(ctx)
  const since = ctx.clock.now()
  const key =
    at.page === 1
      ? continueAfter(ranking.result, since, ids)
      : { ranking: ranking.result.id, since, place: Math.min(offset(at) + at.limit, ranking.result.ids.length) }
  const next_cursor = rankingCursor.encode(at.page + 1, key)
  return pageOf(ctx, { ids, pagination: { ...pagination, next_cursor } }, [current.entry, ranking.entry])
}

/** All users' posts by keyword, newest first; `sort` is ignored. */
async function listByKeyword(
  ctx: Ctx,
  keyword: string,
  category: string | undefined,
  query: CursorQuery,
): Promise<SharedPostPage> {
  const phrases = keywordPhrases(keyword)
  const { categoryId } = extraFilters(ctx, category, undefined)
  if (categoryId !== undefined) phrases.push(categoryLabel(categoryId))
  const cursors = listCursor(`keyword ${JSON.stringify(phrases)}`, idKey)
  const at = cursors.position(query)
  if (keywordPhrases(keyword).length === 0) {
    return pageOf(ctx, { ids: [], pagination: cursors.page([], at, 0, (id) => id).pagination }, [])
  }
  const find = (range: Newest) => ctx.search.newest(ctx.db, 'notes', phrases, range)
  const below = at.after === undefined ? {} : { below: at.after }
  const found = await find({ most: at.limit + 1, from: offset(at), ...below })
  const total = at.after === undefined ? found.total : (await find({ most: 1 })).total
  const { rows: ids, pagination } = cursors.page(found.ids, at, total, (id) => id)
  return pageOf(ctx, { ids, pagination }, [UNCACHED])
}

async function pageOf(ctx: Ctx, { ids, pagination }: PageOfIds, basis: CacheEntry<unknown>[]) {
  const records = await loadPostRecords(ctx, ids)
  return new SharedPage<PostPage>({ posts: records.map((record) => recordJson(record)), pagination }, basis)
}

const cursorOf = ({ keyword, ...rest }: repo.Filter, order: repo.Order) =>
  listCursor(`posts ${order} ${JSON.stringify({ ...rest, keyword: keyword?.text })}`, valueAndIdKey)

async function readPage(ctx: Ctx, { filter, order, at }: FilteredQuery): Promise<PageOfIds> {
  const total = await countTotal(ctx, filter)
  const found = isBeyondLastPage(at, total) ? [] : await repo.listPostKeys(ctx.db, filter, order, at)
  const { rows, pagination } = cursorOf(filter, order).page(found, at, total, (key) => key)
  return { ids: rows.map(([, id]) => id), pagination }
}

const publishedTotal = defineLists<Ctx, null, number>({
  name: 'published total',
  tags: () => [postTags.all],
  bytes: 0,
  load: async (ctx) => (await categories.countPublished(ctx)) + (await repo.countUncategorised(ctx.db)),
})

/** From counters where there are some. */
async function countTotal(ctx: Ctx, filter: repo.Filter): Promise<number> {
  if (filter.keyword || filter.userId !== undefined) return repo.countPosts(ctx.db, filter)
  if (filter.categoryId === undefined) return (await publishedTotal.get(ctx, null)).result
  return (await categories.findCategory(ctx, filter.categoryId))?.post_count ?? 0
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

import type { Pagination } from '@shiliu/contract/common'
import type { QueryOf } from '@shiliu/contract/endpoint'
import { PIN } from '@shiliu/contract/limits'
import type { ChannelPage, list, PostPage } from '@shiliu/contract/posts'
import type { posts as userPosts } from '@shiliu/contract/users'
import { z } from 'zod'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { listPinned, type Pinned, RECOMMENDED } from '#modules/posts/pins.service.ts'
import { loadPostCards, loadPostRecords, postTags } from '#modules/posts/posts.service.ts'
import { categoryLabel } from '#modules/posts/search-indexing.service.ts'
import * as users from '#modules/users/users.service.ts'
import { type CacheEntry, UNCACHED } from '#platform/cache/cache.ts'
import { defineLists } from '#platform/cache/lists.ts'
import type { Db } from '#platform/db/client.ts'
import { type CursorQuery, idKey, listCursor, type Position, valueAndIdKey } from '#platform/db/cursor.ts'
import { isBeyondLastPage, offset, pageReader } from '#platform/db/pagination.ts'
import { AppError } from '#platform/errors.ts'
import { recordJson, SharedPage } from '#platform/http/json-page.ts'
import type { Newest } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import * as repo from './feed.repo.ts'
import { continueAfter, continueAt, listRanked, newestRanking, rankingCursor } from './rankings.service.ts'

type SharedPostPage = SharedPage<ChannelPage>
/** `reads` is for keywords and for pages far from the first. */
type FeedContext = Ctx & { reads: Db }

/** GET /posts without drafts (docs/product.md#feeds). */
export function listPosts(ctx: FeedContext, query: QueryOf<typeof list>): Promise<SharedPostPage> {
  const { user_id: userId, keyword, sort } = query
  const category = query.category ?? query.category_id
  if (userId !== undefined) return listOfUser(ctx, { userId, category, keyword, sort }, query)
  if (keyword) return listByKeyword(ctx, keyword, category, query)
  if (category === 'recommend') return listRecommended(ctx, query)
  if (category) return listChannel(ctx, numericId(category), query)
  return listFiltered(ctx, { isDraft: 0 }, 'created_at', query)
}

/** GET /users/{id}/posts. Throws `user_not_found`. */
export async function listUserPosts(
  ctx: FeedContext,
  publicId: string,
  query: QueryOf<typeof userPosts>,
): Promise<SharedPostPage> {
  const { result: userId, entry } = await users.resolvePublicId(ctx, publicId)
  const { category, keyword, sort } = query
  return (await listOfUser(ctx, { userId, category, keyword, sort }, query)).basedOn(entry)
}

/** The viewer's own drafts, whatever `user_id` says (docs/api.md#drafts). Throws `unauthorized`. */
export async function listDrafts(
  ctx: FeedContext,
  viewerId: number | null,
  query: QueryOf<typeof list>,
): Promise<PostPage> {
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

function listOfUser(ctx: FeedContext, { userId, category, keyword, sort }: OfUser, query: CursorQuery) {
  return listFiltered(ctx, { isDraft: 0, userId, ...extraFilters(ctx, category, keyword) }, orderOf(sort), query)
}

type PageOfIds = { ids: number[]; pagination: Pagination }
type FilteredQuery = {
  filter: repo.Filter
  order: repo.Order
  at: Position<FilteredKey>
  /** Come first, and nowhere else. */
  pinned?: number[]
}

/** Pages of all posts, of a category, or of a user. Likes move the hot order; its scores are written once a second. */
const filteredPages = defineLists<FeedContext, FilteredQuery, PageOfIds>({
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
  ctx: FeedContext,
  filter: repo.Filter,
  order: repo.Order,
  query: CursorQuery,
): Promise<SharedPage<PostPage>> {
  const pageQuery = { filter, order, at: cursorOf(filter, order).position(query) }
  // Nothing tells when a keyword's matches or a user's most liked posts change.
  if (filter.keyword || order === 'like_count') return pageOf(ctx, await readPage(ctx, pageQuery), [UNCACHED])
  const { result, entry } = await filteredPages.get(ctx, pageQuery)
  return pageOf(ctx, result, [entry])
}

const NO_PINS: Pinned = { ids: [], basis: [] }

/** A category's posts, pinned ones first. Who goes on by cursor meets none of them again, whatever was pinned since. */
async function listChannel(ctx: FeedContext, categoryId: number, query: CursorQuery): Promise<SharedPostPage> {
  const filter: repo.Filter = { isDraft: 0, categoryId }
  const at = cursorOf(filter, 'created_at').position(query)
  const pinned = at.after ? NO_PINS : await listPinned(ctx, categoryId, at.limit)
  const { result, entry } = await filteredPages.get(ctx, {
    ...{ filter, order: 'created_at', at },
    ...(pinned.ids.length > 0 && { pinned: pinned.ids }),
  })
  return pageOf(ctx, result, [entry, ...pinned.basis], shownFirst(at, pinned))
}

/** What the first page says of its pinned posts. */
const shownFirst = ({ page }: Position<unknown>, { ids }: Pinned) => (page === 1 && ids.length > 0 ? ids : undefined)

/** The first page shows the current order, the others what follows in the ranking of that moment. */
async function listRecommended(ctx: FeedContext, query: CursorQuery): Promise<SharedPostPage> {
  const at = rankingCursor.position(query)
  const total = await publishedTotal.get(ctx, null)
  if (at.after) {
    const { rows, pagination } = rankingCursor.page(await listRanked(ctx, at), at, total.result, ({ key }) => key)
    const ids = rows.map(({ id }) => id)
    return pageOf(ctx, { ids, pagination }, [total.entry])
  }
  const pinned = await listPinned(ctx, RECOMMENDED, at.limit)
  const current = await filteredPages.get(ctx, {
    ...{ filter: { isDraft: 0 }, order: 'hot_score', at: { page: at.page, limit: at.limit } },
    ...(pinned.ids.length > 0 && { pinned: pinned.ids }),
  })
  const { ids, pagination } = current.result
  const basis = [current.entry, ...pinned.basis]
  const first = shownFirst(at, pinned)
  if (pagination.next_cursor === null) return pageOf(ctx, current.result, basis, first)
  const ranking = await newestRanking(ctx)
  const since = ctx.clock.now()
  const key =
    at.page === 1
      ? continueAfter(ranking.result, since, ids)
      : continueAt(ranking.result, since, offset(at) + at.limit - pinned.ids.length, pinned.ids)
  const next_cursor = rankingCursor.encode(at.page + 1, key)
  return pageOf(ctx, { ids, pagination: { ...pagination, next_cursor } }, [...basis, ranking.entry], first)
}

/** All users' posts by keyword, newest first; `sort` is ignored. */
async function listByKeyword(
  ctx: FeedContext,
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
  const find = (range: Newest) => ctx.search.newest(ctx.reads, 'notes', phrases, range)
  const below = at.after === undefined ? {} : { below: at.after }
  const found = await find({ most: at.limit + 1, from: offset(at), ...below })
  const total = at.after === undefined ? found.total : (await find({ most: 1 })).total
  const { rows: ids, pagination } = cursors.page(found.ids, at, total, (id) => id)
  return pageOf(ctx, { ids, pagination }, [UNCACHED])
}

async function pageOf(ctx: Ctx, { ids, pagination }: PageOfIds, basis: CacheEntry<unknown>[], pinned?: number[]) {
  const records = await loadPostRecords(ctx, ids)
  const posts = records.map((record) => recordJson(record))
  return new SharedPage<ChannelPage>({ posts, pagination, ...(pinned && { pinned }) }, basis)
}

/** With the pinned posts that the reader has seen, in a category. */
const filteredKey = z.union([valueAndIdKey, z.tuple([z.number(), idKey, z.array(idKey).min(1).max(PIN.max)])])
type FilteredKey = z.output<typeof filteredKey>

const cursorOf = ({ keyword, ...rest }: repo.Filter, order: repo.Order) =>
  listCursor(`posts ${order} ${JSON.stringify({ ...rest, keyword: keyword?.text })}`, filteredKey)

async function readPage(ctx: FeedContext, { filter, order, at, pinned = [] }: FilteredQuery): Promise<PageOfIds> {
  const total = await countTotal(ctx, filter)
  const reads = filter.keyword ? ctx.reads : pageReader(ctx.db, ctx.reads, at)
  const [value, id, seen = pinned] = at.after ?? []
  const after: repo.PostKey | undefined = value === undefined || id === undefined ? undefined : [value, id]
  const first = at.page === 1 ? pinned : []
  const slice = {
    after,
    from: after ? 0 : offset(at) - (pinned.length - first.length),
    limit: at.limit + 1 - first.length,
  }
  const except = { ...filter, ...(seen.length > 0 && { except: seen }) }
  const found = isBeyondLastPage(at, total) ? [] : await repo.listPostKeys(reads, except, order, slice)
  // A page ends with a post that is not pinned, so that no cursor is made of these keys.
  const keys = [...first.map((pin): repo.PostKey => [0, pin]), ...found]
  const { rows, pagination } = cursorOf(filter, order).page(keys, at, total, (key) =>
    seen.length > 0 ? [...key, seen] : key,
  )
  return { ids: rows.map(([, each]) => each), pagination }
}

const publishedTotal = defineLists<Ctx, null, number>({
  name: 'published total',
  tags: () => [postTags.all],
  bytes: 0,
  load: async (ctx) => (await categories.countPublished(ctx)) + (await repo.countUncategorised(ctx.db)),
})

/** From counters where there are some. */
async function countTotal(ctx: FeedContext, filter: repo.Filter): Promise<number> {
  if (filter.keyword) return repo.countPosts(ctx.reads, filter)
  if (filter.userId !== undefined) return repo.countPosts(ctx.db, filter)
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

import { authorLabel } from '#modules/posts/search-indexing.service.ts'
import type { Db } from '#platform/db/client.ts'
import { isAfter } from '#platform/db/cursor.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'

/** `updated_at` only together with `userId`: no index orders all posts by it. */
export type Order = 'hot_score' | 'created_at' | 'like_count' | 'updated_at'

export type Filter = {
  isDraft: 0 | 1
  categoryId?: number
  userId?: number
  keyword?: { search: SearchIndex; text: string }
  /** A few posts that are left out. */
  except?: readonly number[]
}

function matching(db: Db, { isDraft, categoryId, userId, keyword, except = [] }: Filter) {
  let query = db.selectFrom('posts').where('is_private', '=', isDraft)
  if (isDraft === 1) query = query.where('is_draft', '=', 1).where('state', '!=', 'deleted')
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (except.length > 0) query = query.where('posts.id', 'not in', except)
  if (!keyword) return query
  const phrases = keywordPhrases(keyword.text)
  // A keyword without a searchable token matches nothing.
  if (phrases.length === 0) return query.where('posts.id', '=', -1)
  // Filters by author in the index, too, or a common word would match everybody's posts first.
  if (userId !== undefined) phrases.push(authorLabel(userId))
  return query.where(keyword.search.matches(isDraft ? 'drafts' : 'notes', 'posts.id', phrases))
}

/** What a post is ordered by, and its id, which breaks ties, so that pages never overlap. */
export type PostKey = [value: number, id: number]

/** Which rows of the order: `after` one, or `from` a place on. */
export type Slice = { after?: PostKey | undefined; from?: number; limit: number }

/** Keys of `limit` posts, in order. */
export async function listPostKeys(db: Db, filter: Filter, order: Order, slice: Slice): Promise<PostKey[]> {
  const { after, from = 0, limit } = slice
  const rows = await matching(db, filter)
    .select(['posts.id', `posts.${order} as value`])
    .$if(after !== undefined, (query) => query.where(isAfter(`posts.${order}`, 'posts.id', after ?? [0, 0])))
    .orderBy(`posts.${order}`, 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .offset(from)
    .execute()
  return rows.map((row) => [Number(row.value), row.id])
}

/** Only for narrow filters, like one user's posts. Feeds take their totals from counters. */
export async function countPosts(db: Db, filter: Filter): Promise<number> {
  const row = await matching(db, filter)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Published posts without a category; usually none. */
export async function countUncategorised(db: Db): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('category_id', 'is', null)
    .where('is_private', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

import { authorLabel } from '#modules/posts/search-indexing.service.ts'
import type { Db } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/pagination.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'

/** `updated_at` only together with `userId`: no index orders all posts by it. */
export type Order = 'hot_score' | 'created_at' | 'like_count' | 'updated_at'

export type Filter = {
  isDraft: 0 | 1
  categoryId?: number
  userId?: number
  keyword?: { search: SearchIndex; text: string }
}

function matching(db: Db, { isDraft, categoryId, userId, keyword }: Filter) {
  let query = db.selectFrom('posts').where('is_draft', '=', isDraft)
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (!keyword) return query
  const phrases = keywordPhrases(keyword.text)
  // A keyword without a searchable token matches nothing.
  if (phrases.length === 0) return query.where('posts.id', '=', -1)
  // Filters by author in the index, too, or a common word would match everybody's posts first.
  if (userId !== undefined) phrases.push(authorLabel(userId))
  return query.where(keyword.search.matches(isDraft ? 'drafts' : 'notes', 'posts.id', phrases))
}

/** Ids of one page. The id breaks ties, so that pages never overlap. */
export async function listPostIds(db: Db, filter: Filter, order: Order, page: PageQuery): Promise<number[]> {
  const rows = await matching(db, filter)
    .select('posts.id')
    .orderBy(`posts.${order}`, 'desc')
    .orderBy('posts.id', 'desc')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
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
    .where('is_draft', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

import type { Db } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { SearchIndex } from '#platform/search/search.ts'

export type Order = 'hot_score' | 'created_at' | 'like_count'

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
  const found = keyword.search.matches('posts', 'posts.id', keyword.text)
  // A keyword of signs alone finds nothing, rather than everything.
  return found ? query.where(found) : query.where('posts.id', '=', -1)
}

/** Ids of one page, in order; every order ends with the id, so that pages never overlap. */
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

/** Only for narrow filters (one user's notes); the feeds take their totals from counters. */
export async function countPosts(db: Db, filter: Filter): Promise<number> {
  const row = await matching(db, filter)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Published notes without a category; nearly always none. */
export async function countUncategorised(db: Db): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('category_id', 'is', null)
    .where('is_draft', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

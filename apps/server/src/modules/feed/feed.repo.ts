import { authorLabel } from '#modules/posts/findable.service.ts'
import type { Db } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'

/** `updated_at` for the notes or drafts of one user only: no index answers it for all. */
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
  // A keyword of signs alone finds nothing, rather than everything.
  if (phrases.length === 0) return query.where('posts.id', '=', -1)
  // The author is asked for in the index too: a word that everybody uses finds one user's notes, not everybody's.
  if (userId !== undefined) phrases.push(authorLabel(userId))
  return query.where(keyword.search.matches(isDraft ? 'drafts' : 'notes', 'posts.id', phrases))
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

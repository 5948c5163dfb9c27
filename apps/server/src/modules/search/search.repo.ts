import type { Db } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { offset } from '#platform/db/pagination.ts'
import type { Phrases, SearchIndex } from '#platform/search/search.ts'

export function listRankingFields(db: Db, ids: number[]): Promise<{ id: number; title: string; hot_score: number }[]> {
  return db.selectFrom('posts').select(['id', 'title', 'hot_score']).where('id', 'in', ids).execute()
}

export function listTagNames(db: Db, postIds: number[]): Promise<{ post_id: number; name: string }[]> {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.name'])
    .where('post_tags.post_id', 'in', postIds)
    .execute()
}

export async function countTags(db: Db, postIds: number[], limit: number): Promise<{ name: string; count: number }[]> {
  // Joins the names after grouping: joining them to every row costs more than counting.
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('post_tags')
        .select((eb) => ['tag_id', eb.fn.countAll().as('n')])
        .where('post_id', 'in', postIds)
        .groupBy('tag_id')
        .orderBy('n', 'desc')
        .orderBy('tag_id')
        .limit(limit)
        .as('counted'),
    )
    .innerJoin('tags', 'tags.id', 'counted.tag_id')
    .select(['tags.name', 'counted.n'])
    .orderBy('counted.n', 'desc')
    .orderBy('counted.tag_id')
    .execute()
  return rows.map((row) => ({ name: row.name, count: Number(row.n) }))
}

export type UserQuery = { search: SearchIndex; phrases: Phrases }

export type UserMatch = { id: number; fans_count: number }

/** Users with the phrases in nickname or public id, by followers; the user `firstId` precedes all others. */
export function listMatchingUsers(
  db: Db,
  { search, phrases }: UserQuery,
  at: Position<[number, number]>,
  firstId = -1,
): Promise<UserMatch[]> {
  let query = db.selectFrom('users').select(['users.id', 'fans_count'])
  query = query.where(search.matches('users', 'users.id', phrases))
  if (at.after) {
    const [fans, last] = at.after
    query = query
      .where('fans_count', '<=', fans)
      .where((eb) => eb.or([eb('fans_count', '<', fans), eb('users.id', '>', last)]))
      .where('users.id', '!=', firstId)
  }
  return query
    .orderBy((eb) => eb.case().when('users.id', '=', firstId).then(0).else(1).end())
    .orderBy('fans_count', 'desc')
    .orderBy('users.id')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

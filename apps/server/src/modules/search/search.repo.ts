import type { Db } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { Phrases, SearchIndex } from '#platform/search/search.ts'

/** What notes are put in order by. */
export function listRanked(db: Db, ids: number[]): Promise<{ id: number; title: string; hot_score: number }[]> {
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

/** Tags that these notes carry, most frequent first. */
export async function countTags(db: Db, postIds: number[], most: number): Promise<{ name: string; count: number }[]> {
  // The names come last: joined to every note they would cost more than the counting.
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('post_tags')
        .select((eb) => ['tag_id', eb.fn.countAll().as('n')])
        .where('post_id', 'in', postIds)
        .groupBy('tag_id')
        .orderBy('n', 'desc')
        .orderBy('tag_id')
        .limit(most)
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

/** Users with the phrases in nickname or public id, by followers; `first` comes before all. */
export async function listUsersFound(db: Db, query: UserQuery, page: PageQuery, first = -1): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(query.search.matches('users', 'users.id', query.phrases))
    .orderBy((eb) => eb.case().when('users.id', '=', first).then(0).else(1).end())
    .orderBy('fans_count', 'desc')
    .orderBy('users.id')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
}

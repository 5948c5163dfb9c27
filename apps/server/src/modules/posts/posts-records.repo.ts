import type { Db } from '#platform/db/client.ts'

/** What notes and drafts add to the counters of others. */
export function listContributing(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'user_id', 'category_id', 'is_draft', 'like_count', 'collect_count'])
    .where('id', 'in', ids)
    .execute()
}

/** How many of these notes, drafts aside, carry each tag. */
export async function countTagUses(db: Db, ids: number[]): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('post_tags')
    .innerJoin('posts', 'posts.id', 'post_tags.post_id')
    .select((eb) => ['post_tags.tag_id as id', eb.fn.countAll().as('n')])
    .where('post_tags.post_id', 'in', ids)
    .where('posts.is_draft', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

/** Notes and drafts that carry one of these tags. */
export async function listTagged(db: Db, tagIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .distinct()
    .where('tag_id', 'in', tagIds)
    .orderBy('post_id')
    .execute()
  return rows.map((row) => row.post_id)
}

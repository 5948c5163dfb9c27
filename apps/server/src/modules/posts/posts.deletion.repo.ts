import type { Db } from '#platform/db/client.ts'

export async function countByCategory(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['category_id as id', eb.fn.countAll().as('n')])
    .where('user_id', '=', userId)
    .where('is_draft', '=', 0)
    .where('category_id', 'is not', null)
    .groupBy('category_id')
    .execute()
  return rows.map((row) => [Number(row.id), Number(row.n)])
}

export async function countByTag(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('post_tags', 'post_tags.post_id', 'posts.id')
    .select((eb) => ['post_tags.tag_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '=', userId)
    .where('posts.is_draft', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

export async function deletePosts(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('posts').where('id', 'in', ids).execute()
}

/** Where these posts are listed and counted, without drafts. */
export function listPublished(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'user_id', 'category_id', 'is_draft', 'like_count', 'collect_count'])
    .where('id', 'in', ids)
    .where('is_draft', '=', 0)
    .execute()
}

/** Uses of each tag by these posts, without drafts. */
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

import type { Db, Engine } from '#platform/db/client.ts'
import { deleteRows } from '#platform/db/delete-rows.ts'

export async function countByCategory(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['category_id as id', eb.fn.countAll().as('n')])
    .where('user_id', '=', userId)
    .where('is_private', '=', 0)
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
    .where('posts.is_private', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

export function deletePosts(db: Db, engine: Engine, ids: number[]): Promise<void> {
  return deleteRows(db, engine, 'posts', ids)
}

/** Where these posts are listed and counted, without private ones. */
export function listPublished(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'user_id', 'category_id', 'is_private', 'like_count', 'collect_count'])
    .where('id', 'in', ids)
    .where('is_private', '=', 0)
    .execute()
}

/** Uses of each tag by these posts. */
export async function countTagUses(db: Db, ids: number[]): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('post_tags')
    .select((eb) => ['tag_id as id', eb.fn.countAll().as('n')])
    .where('post_id', 'in', ids)
    .groupBy('tag_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

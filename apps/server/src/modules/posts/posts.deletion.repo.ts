import type { Db } from '#platform/db/client.ts'

/** How many notes the user published in each category. */
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

/** How many notes the user published with each tag. */
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

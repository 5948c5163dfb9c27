import type { Db } from '#platform/db/client.ts'

export async function listPostIdsByTags(db: Db, tagIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .distinct()
    .where('tag_id', 'in', tagIds)
    .orderBy('post_id')
    .execute()
  return rows.map((row) => row.post_id)
}

import type { Db } from '#platform/db/client.ts'

/** How many notes and drafts carry one of these tags. */
export async function countTagged(db: Db, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('post_tags')
    .select((eb) => eb.fn.count('post_id').distinct().as('n'))
    .where('tag_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

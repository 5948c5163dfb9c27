import type { Db } from '#platform/db/client.ts'

/** How many published notes and drafts are in these categories. */
export async function countNotes(db: Db, ids: number[]): Promise<{ published: number; drafts: number }> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['is_draft', eb.fn.countAll().as('n')])
    .where('category_id', 'in', ids)
    .groupBy('is_draft')
    .execute()
  const of = (isDraft: number) => Number(rows.find((row) => row.is_draft === isDraft)?.n ?? 0)
  return { published: of(0), drafts: of(1) }
}

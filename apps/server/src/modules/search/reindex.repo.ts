import type { Db } from '#platform/db/client.ts'

/** How many published notes, drafts and users there are: what the index should hold. */
export async function countRows(db: Db): Promise<{ notes: number; drafts: number; users: number }> {
  const { notes, drafts, users } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('posts').select(fn.countAll().as('n')).where('is_draft', '=', 0).as('notes'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_draft', '=', 1).as('drafts'),
      selectFrom('users').select(fn.countAll().as('n')).as('users'),
    ])
    .executeTakeFirstOrThrow()
  return { notes: Number(notes), drafts: Number(drafts), users: Number(users) }
}

/** Ids above `after`, ascending. */
export async function listIdsAfter(db: Db, table: 'posts' | 'users', after: number, most: number): Promise<number[]> {
  const rows = await db.selectFrom(table).select('id').where('id', '>', after).orderBy('id').limit(most).execute()
  return rows.map((row) => row.id)
}

/** Those of these ids that no row has. */
export async function listGone(db: Db, table: 'posts' | 'users', ids: number[]): Promise<number[]> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !there.has(id))
}

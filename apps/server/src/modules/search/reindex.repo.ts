import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'

export async function countRows(db: Db): Promise<{ notes: number; drafts: number; users: number }> {
  const { notes, drafts, users } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('posts').select(fn.countAll().as('n')).where('is_private', '=', 0).as('notes'),
      selectFrom('posts')
        .select(fn.countAll().as('n'))
        .where('is_draft', '=', 1)
        .where('state', '!=', 'deleted')
        .as('drafts'),
      selectFrom('users').select(fn.countAll().as('n')).as('users'),
    ])
    .executeTakeFirstOrThrow()
  return { notes: Number(notes), drafts: Number(drafts), users: Number(users) }
}

/**
 * Entries are rewritten in so many passes, each of the ids with another remainder. FTS5 keeps the ids of replaced
 * entries in hash tables that become slow where many ids in a row are in them.
 */
export const PASSES = 8

/** The highest ids of a pass below an id, highest first. */
export async function listIdsBelow(
  db: Db,
  table: 'posts' | 'users',
  pass: number,
  below: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '<', below)
    .where(sql<SqlBool>`id % ${sql.lit(PASSES)} = ${pass}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function listMissing(db: Db, table: 'posts' | 'users', ids: number[]): Promise<number[]> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  const existing = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !existing.has(id))
}

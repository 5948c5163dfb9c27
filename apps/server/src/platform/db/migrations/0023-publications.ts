import { type Kysely, sql } from 'kysely'
import { createTable, type Engine, id, reference, timestamp } from '../columns.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const kind = 'expand'

/** What was published in the last day before counts as well. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), user_id: reference('users'), created_at: timestamp() }
  await createTable(db, engine, 'publications', columns, { index: [['user_id', 'created_at'], ['created_at']] })
  const { rows } = await sql<{ newest: number | null }>`select max(created_at) as newest from posts
    where is_draft = 0 and not exists (select 1 from publications)`.execute(db)
  const since = Number(rows[0]?.newest ?? Number.MAX_SAFE_INTEGER) - DAY_MS
  await sql`insert into publications (user_id, created_at)
    select user_id, created_at from posts where is_draft = 0 and created_at > ${since}`.execute(db)
}

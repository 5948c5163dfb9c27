import type { Kysely } from 'kysely'
import { createTable, type Engine, id, text, timestamp } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), post_ids: text(), created_at: timestamp() }
  await createTable(db, engine, 'rankings', columns, { index: [['created_at']] })
}

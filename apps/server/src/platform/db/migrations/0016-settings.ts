import type { Kysely } from 'kysely'
import { createTable, type Engine, primaryKey, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { name: primaryKey(50), value: text(), username: varchar(50), updated_at: timestamp() }
  await createTable(db, engine, 'settings', columns)
}

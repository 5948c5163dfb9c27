import type { Kysely } from 'kysely'
import { createTable, type Engine, integer, primaryKey, timestamp } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    key_hash: primaryKey(43),
    count: integer(),
    first_at: timestamp(),
    last_at: timestamp(),
    expires_at: timestamp(),
  }
  await createTable(db, engine, 'attempts', columns, { index: [['expires_at']] })
}

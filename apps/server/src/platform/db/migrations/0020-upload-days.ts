import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), account: varchar(30), day: varchar(10), pixels: integer(), bytes: integer() }
  await createTable(db, engine, 'upload_days', columns, { unique: [['account', 'day']], index: [['day']] })
}

import type { Kysely } from 'kysely'
import { createTable, type Engine, integer, primaryKey } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'marks', { name: primaryKey(50), value: integer() })
}

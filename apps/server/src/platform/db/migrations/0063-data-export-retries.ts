import type { Kysely } from 'kysely'
import { addColumn, type Engine, integer, timestamp } from '../columns.ts'

export const kind = 'expand'

/** How often an export was begun, and when it is tried again. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'data_exports', 'attempts', integer({ default: 0 }))
  await addColumn(db, engine, 'data_exports', 'retry_at', timestamp({ nullable: true }))
}

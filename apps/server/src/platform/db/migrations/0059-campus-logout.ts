import type { Kysely } from 'kysely'
import { addColumn, createIndex, type Engine, varchar } from '../columns.ts'

export const kind = 'expand'

/** What a school that ends a sign-in calls it, and whom. Sessions of before have neither and are not found by it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const column of ['sid_hash', 'subject_hash']) {
    await addColumn(db, engine, 'campus_sessions', column, varchar(43, { nullable: true }))
    await createIndex(db, engine, 'campus_sessions', [column])
  }
}

import type { Kysely } from 'kysely'
import { addColumn, type Engine, flag } from '../columns.ts'

/** Whether a draft was public before. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'posts', 'taken_back', flag(0))
}

import type { Kysely } from 'kysely'
import { addColumn, boolean, type Engine } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'posts', 'taken_back', boolean(0))
}

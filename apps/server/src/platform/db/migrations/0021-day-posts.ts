import type { Kysely } from 'kysely'
import { addColumn, type Engine, integer } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'posts', 'day_posts', integer({ default: 0 }))
}

import type { Kysely } from 'kysely'
import { createIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

/** Scores of thousands of found posts are read without their texts, which SQLite keeps in the same pages. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') await createIndex(db, engine, 'posts', ['id', 'hot_score'])
}

import type { Kysely } from 'kysely'
import { createIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

/** Found users in order: most followers first, and of equally many the oldest account. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndex(db, engine, 'users', ['fans_count desc', 'id'])
}

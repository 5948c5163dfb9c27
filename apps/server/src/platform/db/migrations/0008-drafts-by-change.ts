import type { Kysely } from 'kysely'
import { createIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndex(db, engine, 'posts', ['user_id', 'is_draft', 'updated_at', 'id'])
}

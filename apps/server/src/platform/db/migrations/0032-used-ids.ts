import type { Kysely } from 'kysely'
import { createTable, type Engine, primaryKey, timestamp } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'used_ids', { user_id_key: primaryKey(191), deleted_at: timestamp() })
}

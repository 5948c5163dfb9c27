import type { Kysely } from 'kysely'
import { createTable, type Engine, id, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'removed_media', { id: id(), media_key: varchar(64) }, { index: [['media_key']] })
}

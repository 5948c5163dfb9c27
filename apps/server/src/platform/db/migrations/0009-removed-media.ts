import type { Kysely } from 'kysely'
import { createTable, type Engine, id, short } from '../columns.ts'

/** Pictures whose files are still to be removed. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'removed_media', { id: id(), media_key: short(64) }, { index: [['media_key']] })
}

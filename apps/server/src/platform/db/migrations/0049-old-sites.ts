import type { Kysely } from 'kysely'
import { createTable, type Engine, id, primaryKey, reference, text, varchar } from '../columns.ts'

export const kind = 'expand'

/** How far `cli import` has come and what it repaired, and the addresses that pictures had at the site before. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'imports', { name: primaryKey(50), value: text() })
  await createTable(
    db,
    engine,
    'import_repairs',
    { id: id(), kind: varchar(40), record: varchar(191), old_value: text(), new_value: text() },
    { index: [['kind', 'record']] },
  )
  await createTable(
    db,
    engine,
    'old_uploads',
    { name: primaryKey(191), media_id: reference('media', { onDelete: 'cascade' }) },
    { index: [['media_id']] },
  )
}

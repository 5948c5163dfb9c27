import type { Kysely } from 'kysely'
import { addColumn, boolean, createIndex, dropIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

/** Notifications about what is not visible stay, and come back with it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'notifications', 'is_hidden', boolean(0))
  for (const [first, ...rest] of [
    ['user_id', 'type', 'id'],
    ['user_id', 'is_read', 'type'],
  ] as const) {
    await createIndex(db, engine, 'notifications', [first, 'is_hidden', ...rest])
    await dropIndex(db, engine, 'notifications', [first, ...rest])
  }
}

import type { Kysely } from 'kysely'
import { createTable, type Engine, id, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), user_id: reference('users'), event_key: varchar(120), told_at: timestamp() }
  const keys = { unique: [['user_id', 'event_key']], index: [['told_at']] }
  await createTable(db, engine, 'told_events', columns, keys)
}

import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** Files with all of somebody's data. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    user_id: reference('users', { nullable: true, onDelete: 'set null' }),
    state: varchar(10),
    file_name: varchar(64),
    parts: integer({ default: 0 }),
    bytes: integer({ default: 0 }),
    problem: varchar(200, { nullable: true }),
    node: varchar(64, { nullable: true }),
    lease_until: timestamp(),
    created_at: timestamp(),
    ready_at: timestamp({ nullable: true }),
    purge_at: timestamp({ nullable: true }),
  }
  await createTable(db, engine, 'data_exports', columns, {
    index: [['user_id', 'id'], ['state', 'id'], ['purge_at']],
  })
}

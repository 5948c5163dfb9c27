import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** What became of backups. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    name: varchar(100),
    target: varchar(10),
    state: varchar(10),
    bytes: integer({ nullable: true }),
    note: varchar(300, { nullable: true }),
    node: varchar(64, { nullable: true }),
    lease_until: timestamp(),
    started_at: timestamp(),
    ended_at: timestamp({ nullable: true }),
  }
  await createTable(db, engine, 'backups', columns, { index: [['state', 'id']] })
}

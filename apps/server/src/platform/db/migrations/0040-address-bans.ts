import type { Kysely } from 'kysely'
import { createIndex, createTable, type Engine, id, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    network: varchar(50),
    reason: varchar(500),
    note: varchar(500),
    expires_on: varchar(10, { nullable: true }),
    username: varchar(50),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'address_bans', columns, { unique: [['network']] })
  // Which accounts used a range lately.
  await createIndex(db, engine, 'addresses', ['address', 'created_at'])
}

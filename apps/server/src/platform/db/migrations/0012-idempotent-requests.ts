import type { Kysely } from 'kysely'
import { createTable, type Engine, id, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    account: varchar(30),
    request_key: varchar(100),
    fingerprint: varchar(50),
    answer: text(),
    created_at: timestamp(),
  }
  const keys = { unique: [['account', 'request_key']], index: [['created_at']] }
  await createTable(db, engine, 'idempotent_requests', columns, keys)
}

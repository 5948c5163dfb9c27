import type { Kysely } from 'kysely'
import { addColumn, createTable, type Engine, id, integer, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    kind: varchar(10),
    record_id: integer(),
    account: varchar(30),
    address: varchar(45),
    port: integer({ nullable: true }),
    created_at: timestamp(),
  }
  const index = [['kind', 'record_id'], ['account'], ['address'], ['created_at']]
  await createTable(db, engine, 'addresses', columns, { index })
  for (const table of ['posts', 'comments']) {
    await addColumn(db, engine, table, 'location', varchar(60, { nullable: true }))
  }
}

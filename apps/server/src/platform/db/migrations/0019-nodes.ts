import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), node: varchar(40), host: varchar(191), pid: integer(), seen_at: timestamp() }
  await createTable(db, engine, 'nodes', columns, { unique: [['node']] })
}

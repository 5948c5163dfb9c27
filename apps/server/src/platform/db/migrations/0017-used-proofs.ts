import type { Kysely } from 'kysely'
import { createTable, type Engine, primaryKey, timestamp } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { signature: primaryKey(64), expires_at: timestamp() }
  await createTable(db, engine, 'used_proofs', columns, { index: [['expires_at']] })
}

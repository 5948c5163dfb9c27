import type { Kysely } from 'kysely'
import { addColumn, createTable, type Engine, id, integer, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'admins', 'totp_secret', varchar(64, { nullable: true }))
  await addColumn(db, engine, 'admins', 'totp_since', timestamp({ nullable: true }))
  await addColumn(db, engine, 'admins', 'totp_period', integer({ default: 0 }))
  const columns = { id: id(), admin_id: reference('admins', { onDelete: 'cascade' }), code_hash: varchar(64) }
  await createTable(db, engine, 'recovery_codes', columns, { unique: [['admin_id', 'code_hash']] })
}

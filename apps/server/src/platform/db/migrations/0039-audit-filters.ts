import type { Kysely } from 'kysely'
import { addColumn, createIndex, createUniqueIndex, type Engine, varchar } from '../columns.ts'

export const kind = 'expand'

/** By whom, what and to what, in a time; `once_key` bounds lines of what is only read. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'audits', 'once_key', varchar(120, { nullable: true }))
  await createUniqueIndex(db, engine, 'audits', ['once_key'])
  for (const column of ['admin_id', 'action', 'resource', 'record_id']) {
    await createIndex(db, engine, 'audits', [column, 'created_at'])
  }
  await createIndex(db, engine, 'audits', ['resource', 'record_id', 'created_at'])
}

import { type Kysely, sql } from 'kysely'
import { addColumn, boolean, createIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'tags', 'by_admin', boolean(0))
  await createIndex(db, engine, 'tags', ['by_admin', 'use_count', 'id'])
  // The audit trail knows those of the last year.
  await sql`update tags set by_admin = 1 where id in
    (select record_id from audits where resource = 'tags' and action in ('create', 'update'))`.execute(db)
}

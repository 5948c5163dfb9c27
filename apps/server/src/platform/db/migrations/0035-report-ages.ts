import { type Kysely, sql } from 'kysely'
import { addColumn, createIndex, createTable, type Engine, id, integer, reference, timestamp } from '../columns.ts'

export const kind = 'expand'

/** How long reports wait, and on which days people were active, for the dashboard. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'report_targets', 'opened_at', timestamp({ nullable: true }))
  await sql`update report_targets set opened_at = last_reported_at where opened_at is null`.execute(db)
  await createIndex(db, engine, 'report_targets', ['state', 'opened_at'])
  await createIndex(db, engine, 'reports', ['created_at', 'report_target_id'])
  const active = { id: id(), day: integer(), user_id: reference('users', { onDelete: 'cascade' }) }
  await createTable(db, engine, 'active_days', active, { unique: [['day', 'user_id']], index: [['user_id']] })
}

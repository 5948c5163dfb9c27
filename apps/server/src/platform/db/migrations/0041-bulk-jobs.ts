import type { Kysely } from 'kysely'
import { boolean, createTable, type Engine, id, integer, reference, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const job = {
    id: id(),
    resource: varchar(20),
    action: varchar(20),
    reason: varchar(500, { nullable: true }),
    details_json: text(),
    admin_id: reference('admins', { nullable: true, onDelete: 'set null' }),
    username: varchar(100),
    state: varchar(10),
    outcome: varchar(10, { nullable: true }),
    note: varchar(200, { nullable: true }),
    total: integer(),
    done: integer({ default: 0 }),
    changed: integer({ default: 0 }),
    skipped: integer({ default: 0 }),
    failed: integer({ default: 0 }),
    action_id: integer(),
    undoes_id: integer({ nullable: true }),
    told_user_id: integer({ default: 0 }),
    node: varchar(64, { nullable: true }),
    lease_until: timestamp(),
    created_at: timestamp(),
    started_at: timestamp({ nullable: true }),
    ended_at: timestamp({ nullable: true }),
  }
  await createTable(db, engine, 'bulk_jobs', job, {
    unique: [['action_id']],
    index: [['state', 'id'], ['undoes_id'], ['ended_at']],
  })
  const piece = {
    id: id(),
    job_id: reference('bulk_jobs', { onDelete: 'cascade' }),
    target_type: integer(),
    ids_json: text(),
    before_json: text({ nullable: true }),
    is_done: boolean(0),
  }
  await createTable(db, engine, 'bulk_job_pieces', piece, { index: [['job_id', 'is_done', 'id']] })
}

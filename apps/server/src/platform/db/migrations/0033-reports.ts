import type { Kysely } from 'kysely'
import {
  boolean,
  createIndex,
  createTable,
  type Engine,
  id,
  integer,
  reference,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const target = {
    id: id(),
    target_type: integer(),
    target_id: integer(),
    state: varchar(10, { default: 'open' }),
    count: integer(),
    last_reported_at: timestamp(),
    assigned_admin_id: reference('admins', { nullable: true, onDelete: 'set null' }),
    hidden_by_action_id: integer({ nullable: true }),
    outcome: varchar(10, { nullable: true }),
    action_id: integer({ nullable: true }),
    resolved_by: varchar(100, { nullable: true }),
    resolved_at: timestamp({ nullable: true }),
    resolutions: integer({ default: 0 }),
  }
  await createTable(db, engine, 'report_targets', target, {
    unique: [['target_type', 'target_id']],
    index: [['action_id']],
  })
  // Open ones first, the most reported first.
  await createIndex(db, engine, 'report_targets', ['state', 'count desc', 'id desc'])
  await createIndex(db, engine, 'report_targets', ['target_type', 'state', 'count desc', 'id desc'])
  const report = {
    id: id(),
    report_target_id: reference('report_targets', { onDelete: 'cascade' }),
    reporter_id: reference('users', { nullable: true, onDelete: 'set null' }),
    reason: varchar(20),
    text: varchar(500, { nullable: true }),
    is_told: boolean(0),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'reports', report, {
    unique: [['report_target_id', 'reporter_id']],
    index: [
      ['report_target_id', 'reason'],
      ['report_target_id', 'is_told'],
      ['report_target_id', 'id'],
      ['reporter_id'],
    ],
  })
  const note = {
    id: id(),
    report_target_id: reference('report_targets', { onDelete: 'cascade' }),
    author_name: varchar(100),
    text: varchar(500),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'report_notes', note, { index: [['report_target_id', 'id']] })
}

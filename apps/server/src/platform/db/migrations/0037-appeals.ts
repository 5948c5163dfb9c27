import type { Kysely } from 'kysely'
import { createIndex, createTable, type Engine, id, integer, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const appeal = {
    id: id(),
    target_type: integer(),
    target_id: integer(),
    user_id: reference('users', { onDelete: 'cascade' }),
    text: varchar(500),
    against_state: varchar(10),
    against_reason: varchar(500, { nullable: true }),
    state: varchar(10, { default: 'open' }),
    outcome: varchar(10, { nullable: true }),
    action_id: integer({ nullable: true }),
    answer: varchar(500, { nullable: true }),
    resolved_by: varchar(100, { nullable: true }),
    created_at: timestamp(),
    resolved_at: timestamp({ nullable: true }),
  }
  await createTable(db, engine, 'appeals', appeal, {
    index: [
      ['target_type', 'target_id', 'id'],
      ['state', 'id'],
      ['target_type', 'state', 'id'],
    ],
  })
  // Authors list what others do not see of theirs.
  await createIndex(db, engine, 'posts', ['user_id', 'state', 'created_at', 'id'])
  await createIndex(db, engine, 'comments', ['user_id', 'state', 'created_at', 'id'])
}

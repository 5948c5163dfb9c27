import type { Kysely } from 'kysely'
import { createIndex, createTable, type Engine, id, integer, reference, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'audits',
    {
      id: id(),
      admin_id: reference('admins', { nullable: true, onDelete: 'set null' }),
      username: varchar(50),
      action: varchar(10),
      resource: varchar(20),
      record_id: integer(),
      record_name: varchar(191),
      before_json: text({ nullable: true }),
      after_json: text({ nullable: true }),
      created_at: timestamp(),
    },
    { index: [['resource', 'record_id'], ['admin_id'], ['created_at']] },
  )
  await createIndex(db, engine, 'likes', ['created_at'])
}

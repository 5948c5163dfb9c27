import type { Kysely } from 'kysely'
import { createIndex, createTable, type Engine, id, long, ms, ref, short, whole } from '../columns.ts'

/** What administrators wrote, and an index for counting likes by day. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'audits',
    {
      id: id(),
      admin_id: ref('admins', { nullable: true, onDelete: 'set null' }),
      username: short(50),
      action: short(10),
      resource: short(20),
      record_id: whole(),
      record_name: short(191),
      before_json: long({ nullable: true }),
      after_json: long({ nullable: true }),
      created_at: ms(),
    },
    { index: [['resource', 'record_id'], ['admin_id'], ['created_at']] },
  )
  await createIndex(db, engine, 'likes', ['created_at'])
}

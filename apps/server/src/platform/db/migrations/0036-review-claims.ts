import type { Kysely } from 'kysely'
import { createIndex, createTable, type Engine, id, integer, reference, timestamp } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const claim = {
    id: id(),
    target_type: integer(),
    target_id: integer(),
    admin_id: reference('admins', { onDelete: 'cascade' }),
    until: timestamp(),
  }
  await createTable(db, engine, 'review_claims', claim, {
    unique: [['target_type', 'target_id']],
    index: [['admin_id'], ['until']],
  })
  // What waits, oldest first.
  await createIndex(db, engine, 'posts', ['state', 'is_draft', 'author_hidden', 'updated_at', 'id'])
  await createIndex(db, engine, 'comments', ['state', 'author_hidden', 'created_at', 'id'])
  // What of an author was refused.
  await createIndex(db, engine, 'posts', ['user_id', 'state', 'created_at', 'id'])
  await createIndex(db, engine, 'comments', ['user_id', 'state', 'created_at', 'id'])
}

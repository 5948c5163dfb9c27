import type { Kysely } from 'kysely'
import {
  addColumn,
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

/** A notification to many is one row here and one in `notifications` for each of them, which pieces make. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const announcement = {
    id: id(),
    kind: varchar(12),
    title: varchar(191),
    text: varchar(1000),
    link: varchar(1000, { nullable: true }),
    audience: varchar(20),
    category_id: reference('categories', { nullable: true, onDelete: 'set null' }),
    dismissable: boolean(1),
    starts_at: timestamp(),
    ends_at: timestamp({ nullable: true }),
    delivery: varchar(12, { nullable: true }),
    sent_to: integer({ default: 0 }),
    sent_count: integer({ default: 0 }),
    seen_count: integer({ default: 0 }),
    guest_views: integer({ default: 0 }),
    deleted_at: timestamp({ nullable: true }),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'announcements', announcement, { index: [['category_id']] })
  const read = {
    id: id(),
    announcement_id: reference('announcements', { onDelete: 'cascade' }),
    user_id: reference('users', { onDelete: 'cascade' }),
    dismissed: boolean(0),
    seen_at: timestamp(),
  }
  await createTable(db, engine, 'announcement_reads', read, {
    unique: [['announcement_id', 'user_id']],
    index: [['user_id', 'dismissed']],
  })
  await addColumn(db, engine, 'notifications', 'announcement_id', integer({ nullable: true }))
  await createIndex(db, engine, 'notifications', ['announcement_id', 'is_read'])
}

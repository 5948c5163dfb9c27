import { type Kysely, sql } from 'kysely'
import {
  addColumn,
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

/** Whose note, comment or profile was reported, what moderators note about users, and one's notes by id. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'report_targets', 'owner_id', integer({ nullable: true }))
  await sql`update report_targets set owner_id = case target_type
    when 1 then (select user_id from posts where posts.id = target_id)
    when 2 then (select user_id from comments where comments.id = target_id)
    else target_id end where owner_id is null`.execute(db)
  await createIndex(db, engine, 'report_targets', ['owner_id', 'id'])
  const note = {
    id: id(),
    user_id: reference('users', { onDelete: 'cascade' }),
    author_name: varchar(100),
    text: varchar(500),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'user_notes', note, { index: [['user_id', 'id']] })
  await createIndex(db, engine, 'posts', ['user_id', 'id'])
}

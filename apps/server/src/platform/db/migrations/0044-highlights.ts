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
  text,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'expand'

/** Pins of channels (0 is 推荐, another one a category's id) and featured notes. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const pin = {
    id: id(),
    post_id: reference('posts', { onDelete: 'cascade' }),
    channel: integer(),
    until: timestamp({ nullable: true }),
    actor_name: varchar(50),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'post_pins', pin, { unique: [['channel', 'post_id']], index: [['post_id']] })
  await addColumn(db, engine, 'posts', 'is_featured', boolean(0))
  await createIndex(db, engine, 'posts', ['is_featured', 'id'])
  await addColumn(db, engine, 'moderation_actions', 'detail_json', text({ nullable: true }))
}

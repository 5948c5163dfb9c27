import { type Kysely, sql } from 'kysely'
import {
  addColumn,
  boolean,
  createIndex,
  createTable,
  dropIndex,
  type Engine,
  id,
  integer,
  reference,
  renameColumn,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'contract'

/**
 * `is_private` is what every list reads, so that it takes over the column `is_draft` with all its indexes. What the
 * author chose and what moderation decided get columns of their own.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await renameColumn(db, engine, 'posts', 'is_draft', 'is_private')
  await addColumn(db, engine, 'posts', 'is_draft', boolean(0))
  await sql`update posts set is_draft = 1 where is_private = 1`.execute(db)
  await addColumn(db, engine, 'comments', 'is_private', boolean(0))
  for (const table of ['posts', 'comments']) {
    await addColumn(db, engine, table, 'state', varchar(10, { default: 'visible' }))
    await addColumn(db, engine, table, 'state_reason', varchar(500, { nullable: true }))
    await addColumn(db, engine, table, 'author_hidden', boolean(0))
    await addColumn(db, engine, table, 'appealed', boolean(0))
  }
  // Own notes are listed whether they are private or not.
  await createIndex(db, engine, 'posts', ['user_id', 'is_draft', 'created_at', 'id'])
  for (const [first, ...rest] of [
    ['post_id', 'root_id', 'id'],
    ['root_id', 'id'],
    ['parent_id', 'id'],
  ] as const) {
    await createIndex(db, engine, 'comments', [first, 'is_private', ...rest])
    await dropIndex(db, engine, 'comments', [first, ...rest])
  }
  await createHistory(db, engine)
}

async function createHistory(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const action = {
    id: id(),
    actor: varchar(30),
    actor_name: varchar(100),
    action: varchar(10),
    target_type: integer(),
    reason: varchar(500, { nullable: true }),
    created_at: timestamp(),
    undone_at: timestamp({ nullable: true }),
  }
  await createTable(db, engine, 'moderation_actions', action, { index: [['created_at'], ['actor']] })
  const change = {
    id: id(),
    action_id: reference('moderation_actions', { onDelete: 'cascade' }),
    target_type: integer(),
    target_id: integer(),
    from_state: varchar(10),
    to_state: varchar(10),
    from_reason: varchar(500, { nullable: true }),
  }
  const index = [['target_type', 'target_id', 'id'], ['action_id']]
  await createTable(db, engine, 'moderation_changes', change, { index })
  const trashed = {
    id: id(),
    target_type: integer(),
    target_id: integer(),
    actor: varchar(30),
    deleted_at: timestamp(),
    purge_at: timestamp(),
  }
  await createTable(db, engine, 'trash', trashed, {
    unique: [['target_type', 'target_id']],
    index: [['purge_at'], ['target_type', 'deleted_at', 'id']],
  })
}

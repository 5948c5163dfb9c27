import type { Kysely } from 'kysely'
import {
  addColumn,
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

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'tags', 'merged_into', integer({ nullable: true }))
  await createIndex(db, engine, 'tags', ['merged_into'])
  const synonym = {
    id: id(),
    tag_id: reference('tags', { onDelete: 'cascade' }),
    name: varchar(40),
    name_key: varchar(40),
    merge_id: integer({ nullable: true }),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'tag_synonyms', synonym, { unique: [['name_key']], index: [['tag_id']] })
  const merge = {
    id: id(),
    from_id: reference('tags', { onDelete: 'cascade' }),
    from_name: varchar(40),
    into_id: reference('tags', { onDelete: 'cascade' }),
    state: varchar(10),
    notes: integer({ default: 0 }),
    moved_json: text(),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'tag_merges', merge, { index: [['state'], ['into_id']] })
  const moved = {
    id: id(),
    merge_id: reference('tag_merges', { onDelete: 'cascade' }),
    post_id: integer(),
    tags_json: text(),
  }
  await createTable(db, engine, 'tag_merge_posts', moved, { index: [['merge_id', 'id']] })
}

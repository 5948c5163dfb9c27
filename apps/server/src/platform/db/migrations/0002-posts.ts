import type { Kysely } from 'kysely'
import {
  boolean,
  createTable,
  type Engine,
  id,
  integer,
  real,
  reference,
  text,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'expand'

/** Each index serves one list including its order. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'categories',
    {
      id: id(),
      name: varchar(50),
      name_key: varchar(50),
      category_title: varchar(50),
      post_count: integer({ default: 0 }),
      created_at: timestamp(),
    },
    { unique: [['name_key'], ['category_title']] },
  )
  await createTable(
    db,
    engine,
    'posts',
    {
      id: id(),
      user_id: reference('users'),
      category_id: reference('categories', { nullable: true, onDelete: 'set null' }),
      title: varchar(400),
      content: text(),
      is_draft: boolean(0),
      view_count: integer({ default: 0 }),
      like_count: integer({ default: 0 }),
      collect_count: integer({ default: 0 }),
      comment_count: integer({ default: 0 }),
      hot_score: real(),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    {
      index: [
        ['is_draft', 'hot_score', 'id'],
        ['is_draft', 'created_at', 'id'],
        ['category_id', 'is_draft', 'created_at', 'id'],
        ['user_id', 'is_draft', 'created_at', 'id'],
        ['user_id', 'is_draft', 'like_count', 'id'],
      ],
    },
  )
  await createTable(
    db,
    engine,
    'post_images',
    {
      id: id(),
      post_id: reference('posts', { onDelete: 'cascade' }),
      position: integer(),
      media_id: reference('media', { nullable: true }),
      url: varchar(500, { nullable: true }),
    },
    { unique: [['post_id', 'position']], index: [['media_id']] },
  )
  await createTable(
    db,
    engine,
    'tags',
    { id: id(), name: varchar(40), name_key: varchar(40), use_count: integer({ default: 0 }), created_at: timestamp() },
    { unique: [['name_key']], index: [['use_count', 'id']] },
  )
  await createTable(
    db,
    engine,
    'post_tags',
    {
      id: id(),
      post_id: reference('posts', { onDelete: 'cascade' }),
      tag_id: reference('tags', { onDelete: 'cascade' }),
      position: integer(),
    },
    { unique: [['post_id', 'tag_id']], index: [['tag_id', 'post_id']] },
  )
}

import type { Kysely } from 'kysely'
import { createTable, type Engine, flag, id, long, ms, real, ref, short, whole } from '../columns.ts'

/** Notes with their categories, tags and pictures. Each index answers one list of the spec, its order included. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'categories',
    {
      id: id(),
      name: short(50),
      name_key: short(50),
      category_title: short(50),
      post_count: whole({ default: 0 }),
      created_at: ms(),
    },
    { unique: [['name_key'], ['category_title']] },
  )
  await createTable(
    db,
    engine,
    'posts',
    {
      id: id(),
      user_id: ref('users'),
      category_id: ref('categories', { nullable: true, onDelete: 'set null' }),
      title: short(400),
      content: long(),
      is_draft: flag(0),
      view_count: whole({ default: 0 }),
      like_count: whole({ default: 0 }),
      collect_count: whole({ default: 0 }),
      comment_count: whole({ default: 0 }),
      hot_score: real(),
      created_at: ms(),
      updated_at: ms(),
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
      post_id: ref('posts', { onDelete: 'cascade' }),
      position: whole(),
      media_id: ref('media', { nullable: true }),
      url: short(500, { nullable: true }),
    },
    { unique: [['post_id', 'position']], index: [['media_id']] },
  )
  await createTable(
    db,
    engine,
    'tags',
    { id: id(), name: short(40), name_key: short(40), use_count: whole({ default: 0 }), created_at: ms() },
    { unique: [['name_key']], index: [['use_count', 'id']] },
  )
  await createTable(
    db,
    engine,
    'post_tags',
    {
      id: id(),
      post_id: ref('posts', { onDelete: 'cascade' }),
      tag_id: ref('tags', { onDelete: 'cascade' }),
      position: whole(),
    },
    { unique: [['post_id', 'tag_id']], index: [['tag_id', 'post_id']] },
  )
}

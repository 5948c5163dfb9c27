import type { Kysely } from 'kysely'
import { boolean, createTable, type Engine, id, integer, reference, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'comments',
    {
      id: id(),
      post_id: reference('posts', { onDelete: 'cascade' }),
      user_id: reference('users'),
      // No foreign keys within the table, so that one statement can delete a whole subtree in any order.
      parent_id: integer({ nullable: true }),
      root_id: integer({ nullable: true }),
      content: text(),
      like_count: integer({ default: 0 }),
      reply_count: integer({ default: 0 }),
      created_at: timestamp(),
    },
    {
      index: [['post_id', 'root_id', 'id'], ['root_id', 'id'], ['parent_id', 'id'], ['user_id'], ['created_at', 'id']],
    },
  )
  await createTable(
    db,
    engine,
    'comment_images',
    { id: id(), comment_id: reference('comments', { onDelete: 'cascade' }), media_id: reference('media') },
    { index: [['comment_id'], ['media_id']] },
  )
  await createTable(
    db,
    engine,
    'likes',
    {
      id: id(),
      user_id: reference('users'),
      target_type: integer(),
      target_id: integer(),
      post_id: reference('posts', { nullable: true, onDelete: 'cascade' }),
      comment_id: reference('comments', { nullable: true, onDelete: 'cascade' }),
      created_at: timestamp(),
    },
    {
      unique: [['user_id', 'target_type', 'target_id']],
      index: [['user_id', 'target_type', 'id'], ['target_type', 'target_id'], ['post_id'], ['comment_id']],
    },
  )
  await createTable(
    db,
    engine,
    'collections',
    {
      id: id(),
      user_id: reference('users'),
      post_id: reference('posts', { onDelete: 'cascade' }),
      created_at: timestamp(),
    },
    { unique: [['user_id', 'post_id']], index: [['user_id', 'id'], ['post_id']] },
  )
  await createTable(
    db,
    engine,
    'follows',
    { id: id(), follower_id: reference('users'), following_id: reference('users'), created_at: timestamp() },
    {
      unique: [['follower_id', 'following_id']],
      index: [
        ['follower_id', 'id'],
        ['following_id', 'id'],
      ],
    },
  )
  await createTable(
    db,
    engine,
    'notifications',
    {
      id: id(),
      user_id: reference('users'),
      sender_id: reference('users'),
      type: integer(),
      title: varchar(191),
      target_id: reference('posts', { nullable: true, onDelete: 'cascade' }),
      comment_id: reference('comments', { nullable: true, onDelete: 'cascade' }),
      event_key: varchar(120),
      is_read: boolean(0),
      created_at: timestamp(),
    },
    {
      unique: [['user_id', 'event_key']],
      index: [['user_id', 'type', 'id'], ['user_id', 'is_read', 'type'], ['sender_id'], ['target_id'], ['comment_id']],
    },
  )
}

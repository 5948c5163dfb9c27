import type { Kysely } from 'kysely'
import { createTable, type Engine, flag, id, long, ms, ref, short, whole } from '../columns.ts'

/** Comments, likes, collections, follows, notifications. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'comments',
    {
      id: id(),
      post_id: ref('posts', { onDelete: 'cascade' }),
      user_id: ref('users'),
      // No foreign keys within the table: a whole subtree is deleted by one statement, in any order of its rows.
      parent_id: whole({ nullable: true }),
      root_id: whole({ nullable: true }),
      content: long(),
      like_count: whole({ default: 0 }),
      reply_count: whole({ default: 0 }),
      created_at: ms(),
    },
    {
      index: [['post_id', 'root_id', 'id'], ['root_id', 'id'], ['parent_id', 'id'], ['user_id'], ['created_at', 'id']],
    },
  )
  await createTable(
    db,
    engine,
    'comment_images',
    { id: id(), comment_id: ref('comments', { onDelete: 'cascade' }), media_id: ref('media') },
    { index: [['comment_id'], ['media_id']] },
  )
  await createTable(
    db,
    engine,
    'likes',
    {
      id: id(),
      user_id: ref('users'),
      target_type: whole(),
      target_id: whole(),
      post_id: ref('posts', { nullable: true, onDelete: 'cascade' }),
      comment_id: ref('comments', { nullable: true, onDelete: 'cascade' }),
      created_at: ms(),
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
    { id: id(), user_id: ref('users'), post_id: ref('posts', { onDelete: 'cascade' }), created_at: ms() },
    { unique: [['user_id', 'post_id']], index: [['user_id', 'id'], ['post_id']] },
  )
  await createTable(
    db,
    engine,
    'follows',
    { id: id(), follower_id: ref('users'), following_id: ref('users'), created_at: ms() },
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
      user_id: ref('users'),
      sender_id: ref('users'),
      type: whole(),
      title: short(191),
      target_id: ref('posts', { nullable: true, onDelete: 'cascade' }),
      comment_id: ref('comments', { nullable: true, onDelete: 'cascade' }),
      event_key: short(120),
      is_read: flag(0),
      created_at: ms(),
    },
    {
      unique: [['user_id', 'event_key']],
      index: [['user_id', 'type', 'id'], ['user_id', 'is_read', 'type'], ['sender_id'], ['target_id'], ['comment_id']],
    },
  )
}

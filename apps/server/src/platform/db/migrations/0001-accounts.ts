import type { Kysely } from 'kysely'
import {
  boolean,
  createTable,
  type Engine,
  id,
  integer,
  primaryKey,
  reference,
  text,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'users',
    {
      id: id(),
      user_id: varchar(15),
      user_id_key: varchar(15),
      password_hash: varchar(191),
      nickname: varchar(40),
      avatar: varchar(500),
      avatar_media_id: integer({ nullable: true }),
      bio: text(),
      location: varchar(60),
      gender: varchar(10, { nullable: true }),
      zodiac_sign: varchar(20, { nullable: true }),
      mbti: varchar(8, { nullable: true }),
      education: varchar(20, { nullable: true }),
      major: varchar(60, { nullable: true }),
      interests: text({ nullable: true }),
      follow_count: integer({ default: 0 }),
      fans_count: integer({ default: 0 }),
      post_count: integer({ default: 0 }),
      like_count: integer({ default: 0 }),
      collect_count: integer({ default: 0 }),
      is_active: boolean(1),
      last_login_at: timestamp({ nullable: true }),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    {
      unique: [['user_id_key']],
      index: [['created_at', 'id'], ['fans_count', 'id'], ['like_count', 'id'], ['avatar_media_id']],
    },
  )
  await createTable(
    db,
    engine,
    'media',
    {
      id: id(),
      media_key: varchar(64),
      owner_id: reference('users', { nullable: true, onDelete: 'set null' }),
      width: integer(),
      height: integer(),
      thumbhash: varchar(64),
      bytes: integer(),
      created_at: timestamp(),
    },
    { unique: [['media_key']], index: [['owner_id'], ['created_at']] },
  )
  await createTable(
    db,
    engine,
    'admins',
    {
      id: id(),
      username: varchar(50),
      username_key: varchar(50),
      password_hash: varchar(191),
      is_active: boolean(1),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    { unique: [['username_key']] },
  )
  await createTable(
    db,
    engine,
    'sessions',
    {
      id: id(),
      user_id: reference('users', { nullable: true, onDelete: 'cascade' }),
      admin_id: reference('admins', { nullable: true, onDelete: 'cascade' }),
      user_agent: varchar(500),
      is_active: boolean(1),
      expires_at: timestamp(),
      last_activity: timestamp(),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    { index: [['user_id', 'is_active'], ['admin_id', 'is_active'], ['expires_at']] },
  )
  await createTable(
    db,
    engine,
    'refresh_tokens',
    {
      id: id(),
      session_id: reference('sessions', { onDelete: 'cascade' }),
      token_hash: varchar(64),
      created_at: timestamp(),
      replaced_at: timestamp({ nullable: true }),
    },
    { unique: [['token_hash']], index: [['session_id']] },
  )
  await createTable(
    db,
    engine,
    'captchas',
    { id: primaryKey(64), answer: varchar(16), expires_at: timestamp() },
    { index: [['expires_at']] },
  )
}

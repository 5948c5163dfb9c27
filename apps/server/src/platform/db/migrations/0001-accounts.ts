import type { Kysely } from 'kysely'
import { createTable, type Engine, flag, id, key, long, ms, ref, short, whole } from '../columns.ts'

/** Media, users, administrators, their sessions, captchas. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'users',
    {
      id: id(),
      user_id: short(15),
      user_id_key: short(15),
      password_hash: short(191),
      nickname: short(40),
      avatar: short(500),
      avatar_media_id: whole({ nullable: true }),
      bio: long(),
      location: short(60),
      gender: short(10, { nullable: true }),
      zodiac_sign: short(20, { nullable: true }),
      mbti: short(8, { nullable: true }),
      education: short(20, { nullable: true }),
      major: short(60, { nullable: true }),
      interests: long({ nullable: true }),
      follow_count: whole({ default: 0 }),
      fans_count: whole({ default: 0 }),
      post_count: whole({ default: 0 }),
      like_count: whole({ default: 0 }),
      collect_count: whole({ default: 0 }),
      is_active: flag(1),
      last_login_at: ms({ nullable: true }),
      created_at: ms(),
      updated_at: ms(),
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
      media_key: short(64),
      owner_id: ref('users', { nullable: true, onDelete: 'set null' }),
      width: whole(),
      height: whole(),
      thumbhash: short(64),
      bytes: whole(),
      created_at: ms(),
    },
    { unique: [['media_key']], index: [['owner_id'], ['created_at']] },
  )
  await createTable(
    db,
    engine,
    'admins',
    {
      id: id(),
      username: short(50),
      username_key: short(50),
      password_hash: short(191),
      is_active: flag(1),
      created_at: ms(),
      updated_at: ms(),
    },
    { unique: [['username_key']] },
  )
  await createTable(
    db,
    engine,
    'sessions',
    {
      id: id(),
      user_id: ref('users', { nullable: true, onDelete: 'cascade' }),
      admin_id: ref('admins', { nullable: true, onDelete: 'cascade' }),
      user_agent: short(500),
      is_active: flag(1),
      expires_at: ms(),
      last_activity: ms(),
      created_at: ms(),
      updated_at: ms(),
    },
    { index: [['user_id', 'is_active'], ['admin_id', 'is_active'], ['expires_at']] },
  )
  await createTable(
    db,
    engine,
    'refresh_tokens',
    {
      id: id(),
      session_id: ref('sessions', { onDelete: 'cascade' }),
      token_hash: short(64),
      created_at: ms(),
      replaced_at: ms({ nullable: true }),
    },
    { unique: [['token_hash']], index: [['session_id']] },
  )
  await createTable(
    db,
    engine,
    'captchas',
    { id: key(64), answer: short(16), expires_at: ms() },
    { index: [['expires_at']] },
  )
}

import type { Kysely } from 'kysely'
import { addColumn, createTable, type Engine, id, integer, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** E-mail addresses of accounts and administrators, forgotten passwords, and domains that nobody may use. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const email = {
    id: id(),
    user_id: reference('users', { onDelete: 'cascade' }),
    email: varchar(100),
    email_key: varchar(100),
    verified_at: timestamp(),
  }
  await createTable(db, engine, 'user_emails', email, { unique: [['user_id'], ['email_key']] })
  const pending = {
    id: id(),
    user_id: reference('users', { onDelete: 'cascade' }),
    email: varchar(100),
    code_hash: varchar(64, { nullable: true }),
    tries: integer({ default: 0 }),
    expires_at: timestamp(),
  }
  await createTable(db, engine, 'pending_emails', pending, { unique: [['user_id']], index: [['expires_at']] })
  const reset = {
    id: id(),
    account_key: varchar(100),
    user_id: reference('users', { nullable: true, onDelete: 'cascade' }),
    code_hash: varchar(64, { nullable: true }),
    state: varchar(10),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'password_resets', reset, {
    index: [['state', 'id'], ['account_key', 'id'], ['user_id'], ['created_at']],
  })
  const ban = {
    id: id(),
    domain: varchar(100),
    note: varchar(500),
    username: varchar(100),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'email_bans', ban, { unique: [['domain']] })
  await addColumn(db, engine, 'admins', 'email', varchar(100, { nullable: true }))
}

import type { Kysely } from 'kysely'
import {
  addColumn,
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

/** Campus sign-in: providers, whose accounts belong to whom, sign-ins under way, and sessions that came from one. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const providers = {
    id: id(),
    kind: varchar(10),
    name: varchar(50),
    name_key: varchar(50),
    address: varchar(300),
    client_id: varchar(200),
    client_secret: text({ nullable: true }),
    scope: varchar(200),
    name_attribute: varchar(100),
    badge_attribute: varchar(100),
    badges: varchar(500),
    ends_session: boolean(0),
    is_active: boolean(1),
    created_at: timestamp(),
    updated_at: timestamp(),
  }
  await createTable(db, engine, 'campus_providers', providers, { unique: [['name_key']] })
  const identities = {
    id: id(),
    provider_id: reference('campus_providers'),
    subject_key: varchar(43),
    user_id: reference('users'),
    account: varchar(200),
    badge: varchar(20, { nullable: true }),
    created_at: timestamp(),
    last_used_at: timestamp(),
  }
  await createTable(db, engine, 'campus_identities', identities, {
    unique: [['provider_id', 'subject_key']],
    index: [['user_id']],
  })
  const flows = {
    key_hash: primaryKey(43),
    browser_hash: varchar(43),
    provider_id: reference('campus_providers', { onDelete: 'cascade' }),
    user_id: integer({ nullable: true }),
    identity: text({ nullable: true }),
    expires_at: timestamp(),
  }
  await createTable(db, engine, 'campus_flows', flows, { index: [['expires_at']] })
  const sessions = {
    session_id: reference('sessions', { onDelete: 'cascade' }),
    provider_id: reference('campus_providers', { onDelete: 'cascade' }),
    ticket_hash: varchar(43, { nullable: true }),
    id_token: text({ nullable: true }),
  }
  await createTable(db, engine, 'campus_sessions', sessions, { unique: [['session_id']], index: [['ticket_hash']] })
  await addColumn(db, engine, 'users', 'campus_badge', varchar(20, { nullable: true }))
}

import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, reference, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** Mail that waits to be sent, or was lately; the password of the server that sends it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const mail = {
    id: id(),
    kind: varchar(20),
    user_id: reference('users', { nullable: true, onDelete: 'cascade' }),
    recipient: varchar(100),
    recipient_key: varchar(100),
    body: text({ nullable: true }),
    state: varchar(10),
    attempts: integer({ default: 0 }),
    next_at: timestamp(),
    expires_at: timestamp(),
    node: varchar(64, { nullable: true }),
    lease_until: timestamp(),
    tried_at: timestamp({ nullable: true }),
    fault: varchar(10, { nullable: true }),
    problem: varchar(300, { nullable: true }),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'mail_outbox', mail, {
    index: [['state', 'next_at'], ['recipient_key', 'created_at'], ['user_id'], ['tried_at'], ['created_at']],
  })
  const login = { id: id(), password: varchar(1200), username: varchar(100), updated_at: timestamp() }
  await createTable(db, engine, 'mail_login', login)
}

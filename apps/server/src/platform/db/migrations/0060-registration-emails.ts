import type { Kysely } from 'kysely'
import { createTable, type Engine, id, integer, reference, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** Addresses that people register with, and those of administrators, until their code was typed. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const registration = {
    id: id(),
    email_key: varchar(100),
    code_hash: varchar(64, { nullable: true }),
    expires_at: timestamp(),
  }
  await createTable(db, engine, 'registration_emails', registration, { index: [['email_key'], ['expires_at']] })
  const pending = {
    id: id(),
    admin_id: reference('admins', { onDelete: 'cascade' }),
    email: varchar(100),
    code_hash: varchar(64),
    tries: integer({ default: 0 }),
    expires_at: timestamp(),
  }
  await createTable(db, engine, 'pending_admin_emails', pending, { unique: [['admin_id']], index: [['expires_at']] })
}

import type { Kysely } from 'kysely'
import { createIndex, dropIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

/** Of the mails that are due, the first to expire is sent first. With the older index SQLite would go on sorting. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndex(db, engine, 'mail_outbox', ['state', 'expires_at'])
  await dropIndex(db, engine, 'mail_outbox', ['state', 'next_at'])
}

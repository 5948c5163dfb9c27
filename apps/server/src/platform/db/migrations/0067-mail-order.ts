import type { Kysely } from 'kysely'
import { createIndex, dropIndex, type Engine } from '../columns.ts'

export const kind = 'expand'

/** Of the mails that are due, the one that expires first is sent first. SQLite would go on with the older index and sort. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndex(db, engine, 'mail_outbox', ['state', 'expires_at'])
  await dropIndex(db, engine, 'mail_outbox', ['state', 'next_at'])
}

/** Counts of attempts where there is no Redis, so that a restart does not forget them. */
import type { Insertable } from 'kysely'
import type { Db } from './client.ts'
import { chunks } from './rows.ts'
import type { AttemptsTable } from './schema.ts'

export type StoredAttempts = Insertable<AttemptsTable>

/** Those that have not expired, the last to expire first. */
export function listAttempts(db: Db, now: number, most: number): Promise<StoredAttempts[]> {
  const living = db.selectFrom('attempts').selectAll().where('expires_at', '>', now)
  return living.orderBy('expires_at', 'desc').limit(most).execute()
}

/** Replaces the rows of these keys. Called by one process at a time. */
export async function replaceAttempts(db: Db, keys: readonly string[], rows: readonly StoredAttempts[]): Promise<void> {
  for (const some of chunks(keys)) await db.deleteFrom('attempts').where('key_hash', 'in', some).execute()
  for (const some of chunks(rows)) await db.insertInto('attempts').values(some).execute()
}

/** The keys of expired rows. */
export async function listExpiredAttempts(db: Db, now: number, limit: number): Promise<string[]> {
  const expired = db.selectFrom('attempts').select('key_hash').where('expires_at', '<=', now)
  return (await expired.orderBy('expires_at').limit(limit).execute()).map(({ key_hash }) => key_hash)
}

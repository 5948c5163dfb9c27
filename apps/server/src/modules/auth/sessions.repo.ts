import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'
import type { RefreshTokensTable, SessionsTable } from '#platform/db/schema.ts'

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<number> {
  return insertedId(await db.insertInto('sessions').values(session).executeTakeFirstOrThrow())
}

export async function insertRefreshToken(db: Db, token: Insertable<RefreshTokensTable>): Promise<void> {
  await db.insertInto('refresh_tokens').values(token).execute()
}

const ownerColumns = ['users.is_active as user_active', 'admins.is_active as admin_active'] as const

export function findSession(db: Db, id: number) {
  return db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(ownerColumns)
    .where('sessions.id', '=', id)
    .executeTakeFirst()
}

export function findRefreshToken(db: Db, hash: string) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(ownerColumns)
    .select(['refresh_tokens.id as token_id', 'refresh_tokens.replaced_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

export async function markReplaced(db: Db, tokenId: number, now: number): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ replaced_at: now })
    .where('id', '=', tokenId)
    .where('replaced_at', 'is', null)
    .execute()
}

export async function touchSession(db: Db, id: number, expiresAt: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_activity: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function endSessions(db: Db, ids: number[], now: number): Promise<void> {
  for (const some of chunks(ids)) {
    await db.updateTable('sessions').set({ is_active: 0, updated_at: now }).where('id', 'in', some).execute()
  }
}

/** Refresh tokens go along with their session. */
export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function listActiveSessions(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_active', '=', 1)
    .execute()
  return rows.map((row) => row.id)
}

/** Spent tokens are kept while their session lives, to notice a replay; older ones are of no use. */
export async function deleteReplacedTokens(db: Db, sessionId: number, before: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('session_id', '=', sessionId).where('replaced_at', '<', before).execute()
}

export async function deleteSessionsExpiredBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', time).execute()
}

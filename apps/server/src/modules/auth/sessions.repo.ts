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

/** These sessions with whether their owners are active. */
export function listSessions(db: Db, ids: number[]) {
  return db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(ownerColumns)
    .where('sessions.id', 'in', ids)
    .execute()
}

export function findRefreshToken(db: Db, hash: string) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(ownerColumns)
    .select(['refresh_tokens.id as token_id', 'refresh_tokens.created_at as issued_at', 'refresh_tokens.replaced_at'])
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

/** Prolongs a session and holds it until the transaction ends; false where it stands no more. */
export async function touchSession(db: Db, id: number, expiresAt: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_activity: now, updated_at: now })
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function endSessions(db: Db, ids: number[], now: number): Promise<void> {
  for (const some of chunks(ids)) {
    await db.updateTable('sessions').set({ is_active: 0, updated_at: now }).where('id', 'in', some).execute()
  }
}

/** How many tokens a session was given after that time. */
export async function countIssuedSince(db: Db, sessionId: number, time: number): Promise<number> {
  const { issued } = await db
    .selectFrom('refresh_tokens')
    .select((eb) => eb.fn.countAll<number>().as('issued'))
    .where('session_id', '=', sessionId)
    .where('created_at', '>', time)
    .executeTakeFirstOrThrow()
  return Number(issued)
}

/** Of a session's tokens those that were spent or, where nobody spent them, issued before; the others tell a replay. */
export async function deleteOldTokens(db: Db, sessionId: number, before: number): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where(({ fn }) => fn.coalesce('replaced_at', 'created_at'), '<=', before)
    .execute()
}

/** Their time is up: nobody has to be told. */
export async function endExpired(db: Db, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ is_active: 0 })
    .where('expires_at', '<=', now)
    .where('is_active', '=', 1)
    .execute()
}

export async function deleteSessionsExpiredBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', time).execute()
}

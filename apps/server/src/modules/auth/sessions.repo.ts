import type { Insertable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'
import type { RefreshTokensTable, SessionsTable } from '#platform/db/schema.ts'

export type SessionOwner = { role: 'user' | 'admin'; id: number }

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<number> {
  return insertedId(await db.insertInto('sessions').values(session).executeTakeFirstOrThrow())
}

export async function insertRefreshToken(db: Db, token: Insertable<RefreshTokensTable>): Promise<void> {
  await db.insertInto('refresh_tokens').values(token).execute()
}

const ownerColumns = [
  'users.is_active as user_active',
  'admins.is_active as admin_active',
  'admins.role as admin_role',
  'admins.totp_since as admin_totp_since',
] as const

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

/** Extends a session, which locks its row; false where it has ended. */
export async function touchSession(db: Db, id: number, expiresAt: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_activity: now, updated_at: now })
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Moves the last use of those that were not used since `before`. */
export async function updateLastUse(
  db: Db,
  ids: number[],
  { at, before }: { at: number; before: number },
): Promise<void> {
  for (const some of chunks(ids)) {
    const used = db.updateTable('sessions').set({ last_activity: at }).where('id', 'in', some)
    await used.where('last_activity', '<=', before).execute()
  }
}

export async function endSessions(db: Db, ids: number[], now: number): Promise<void> {
  for (const some of chunks(ids)) {
    await db.updateTable('sessions').set({ is_active: 0, updated_at: now }).where('id', 'in', some).execute()
  }
}

/** Of users and administrators, for a site that no server serves: tells nobody. Returns how many those were. */
export async function endAllSessions(db: Db, now: number): Promise<number> {
  const active = db.updateTable('sessions').set({ is_active: 0, updated_at: now }).where('is_active', '=', 1)
  return Number((await active.executeTakeFirst()).numUpdatedRows)
}

export async function countIssuedSince(db: Db, sessionId: number, time: number): Promise<number> {
  const { issued } = await db
    .selectFrom('refresh_tokens')
    .select((eb) => eb.fn.countAll<number>().as('issued'))
    .where('session_id', '=', sessionId)
    .where('created_at', '>', time)
    .executeTakeFirstOrThrow()
  return Number(issued)
}

/** Deletes tokens replaced, or else issued, by that time. Younger ones must stay: they reveal a replay. */
export async function deleteOldTokens(db: Db, sessionId: number, before: number): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where(({ fn }) => fn.coalesce('replaced_at', 'created_at'), '<=', before)
    .execute()
}

/** Marks expired sessions as ended. Nothing is published: expired tokens are refused anyway. */
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

export async function listActiveSessionIds(db: Db, { role, id }: SessionOwner): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where(role === 'user' ? 'user_id' : 'admin_id', '=', id)
    .where('is_active', '=', 1)
    .execute()
  return rows.map((row) => row.id)
}

/** Of one person, newest first, with the address that each was opened from: `current` alone, or the others. */
export function listUserSessions(
  db: Db,
  { userId, which, current }: { userId: number; which: 'current' | 'others'; current: number },
  now: number,
  limit: number,
) {
  return db
    .selectFrom('sessions')
    .leftJoin('addresses', (join) =>
      join.on('addresses.kind', '=', 'session').onRef('addresses.record_id', '=', 'sessions.id'),
    )
    .select(['sessions.id', 'user_agent', 'address', 'sessions.created_at', 'last_activity'])
    .where('user_id', '=', userId)
    .where('sessions.is_active', '=', 1)
    .where('expires_at', '>', now)
    .where('sessions.id', which === 'current' ? '=' : '!=', current)
    .orderBy('sessions.id', 'desc')
    .limit(limit)
    .execute()
}

/** Of one administrator or of all, newest first, with the address that each was opened from. */
export function listAdminSessions(db: Db, adminId: number | null, now: number, limit: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .leftJoin('addresses', (join) =>
      join.on('addresses.kind', '=', 'session').onRef('addresses.record_id', '=', 'sessions.id'),
    )
    .select(['sessions.id', 'admin_id', 'username', 'user_agent', 'address'])
    .select(['sessions.created_at', 'last_activity'])
    .where(({ eb, and }) =>
      and([
        adminId === null ? eb('admin_id', 'is not', null) : eb('admin_id', '=', adminId),
        eb('sessions.is_active', '=', 1),
        eb('expires_at', '>', now),
      ]),
    )
    .orderBy('sessions.id', 'desc')
    .limit(limit)
    .execute()
}

export async function updateSession(db: Db, id: number, values: Updateable<SessionsTable>): Promise<void> {
  await db.updateTable('sessions').set(values).where('id', '=', id).execute()
}

/** Their refresh tokens are deleted with them (foreign key). */
export async function deleteSessions(db: Db, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) await db.deleteFrom('sessions').where('id', 'in', some).execute()
}

export async function deleteSessionsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Notes that somebody was there on a day, once. */
export async function insertActiveDay(db: Db, day: number, user_id: number): Promise<void> {
  const known = db.selectFrom('active_days').select('id').where('day', '=', day).where('user_id', '=', user_id)
  if (await known.executeTakeFirst()) return
  try {
    await db.insertInto('active_days').values({ day, user_id }).execute()
  } catch (error) {
    // Another device of theirs was first in this moment.
    if (!isUniqueViolation(error)) throw error
  }
}

export async function deleteActiveDaysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('active_days').where('user_id', '=', userId).execute()
}

export async function listActiveDaysBefore(db: Db, day: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('active_days').select('id').where('day', '<', day)
  return (await old.orderBy('day').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteActiveDays(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('active_days').where('id', 'in', ids).execute()
}

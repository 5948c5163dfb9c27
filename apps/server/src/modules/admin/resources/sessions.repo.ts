import type { Db } from '#platform/db/client.ts'

/** Sessions of users with whose they are; an administrator's is left out. */
export function listSessions(db: Db, ids: number[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_agent', 'sessions.is_active', 'sessions.expires_at'])
    .select(['sessions.last_activity', 'sessions.created_at', 'sessions.updated_at'])
    .select(['users.id as user_id', 'users.nickname', 'users.user_id as user_display_id'])
    .where('sessions.id', 'in', ids)
    .execute()
}

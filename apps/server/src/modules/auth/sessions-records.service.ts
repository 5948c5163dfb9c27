/** Sessions as records of their owners. All within the caller's transaction; every process forgets what ended. */
import { TOKEN } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { afterCommit } from '#platform/db/tx.ts'
import { endSessions, insertSession } from './sessions.repo.ts'
import * as repo from './sessions-records.repo.ts'

type Owner = { role: 'user' | 'admin'; id: number }

function forget(t: Ctx, sessionIds: number[]): void {
  if (sessionIds.length > 0) afterCommit(t, () => t.bus.publish('session-ended', { sessionIds }))
}

/** Ends all sessions of an account, or all but one. */
export async function endSessionsOf(t: Ctx, owner: Owner, except?: number): Promise<void> {
  const ids = (await repo.listActiveSessionsOf(t.db, owner)).filter((id) => id !== except)
  await endSessions(t.db, ids, t.clock.now())
  forget(t, ids)
}

/** A session of a user that nobody has tokens for; answers its id. */
export function addSession(t: Ctx, userId: number, userAgent: string, isActive: boolean): Promise<number> {
  const now = t.clock.now()
  return insertSession(t.db, {
    user_id: userId,
    admin_id: null,
    user_agent: userAgent,
    is_active: isActive ? 1 : 0,
    expires_at: now + TOKEN.refreshSeconds * 1000,
    last_activity: now,
    created_at: now,
    updated_at: now,
  })
}

/** Ends a session or lets it stand again, names its device; what is undefined stays. */
export async function changeSession(t: Ctx, id: number, isActive?: boolean, userAgent?: string): Promise<void> {
  await repo.updateSession(t.db, id, {
    ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
    ...(userAgent !== undefined && { user_agent: userAgent }),
    updated_at: t.clock.now(),
  })
  if (isActive === false) forget(t, [id])
}

/** Deletes all sessions of a user. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const ids = await repo.listActiveSessionsOf(t.db, { role: 'user', id: userId })
  await repo.deleteSessionsOf(t.db, userId)
  forget(t, ids)
}

/** Deletes sessions, which ends them. */
export async function eraseSessions(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteSessions(t.db, ids)
  forget(t, ids)
}

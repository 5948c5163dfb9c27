import type { Ctx } from '#deps.ts'
import * as repo from './sessions.repo.ts'
import { publishSessionsEnded, sessionMs } from './sessions.service.ts'

/** Creates a session without tokens; returns its id. */
export function createSession(t: Ctx, userId: number, userAgent: string, isActive: boolean): Promise<number> {
  const now = t.clock.now()
  return repo.insertSession(t.db, {
    user_id: userId,
    admin_id: null,
    user_agent: userAgent,
    is_active: isActive ? 1 : 0,
    expires_at: now + sessionMs(t),
    last_activity: now,
    created_at: now,
    updated_at: now,
  })
}

/** Ends or revives a session, or renames its device. Undefined leaves a field as it is. */
export async function updateSession(t: Ctx, id: number, isActive?: boolean, userAgent?: string): Promise<void> {
  await repo.updateSession(t.db, id, {
    ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
    ...(userAgent !== undefined && { user_agent: userAgent }),
    updated_at: t.clock.now(),
  })
  if (isActive === false) publishSessionsEnded(t, [id])
}

/** Also ends them. */
export async function deleteSessions(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteSessions(t.db, ids)
  publishSessionsEnded(t, ids)
}

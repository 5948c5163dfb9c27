/** Where administrators are signed in: one's own sessions, and an owner's view of all with their addresses. */
import type { AdminSession } from '@shiliu/contract/admin/auth'
import type { Device } from '@shiliu/contract/auth'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { iso } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as repo from './sessions.repo.ts'
import { endSession } from './sessions.service.ts'

const MOST = 500

/** Without the addresses, which only an owner sees. */
export async function listOwnSessions(ctx: Ctx, viewer: AdminViewer): Promise<Device[]> {
  return list(ctx, viewer, viewer.id)
}

/** Newest first. */
export function listAllSessions(ctx: Ctx, viewer: AdminViewer): Promise<AdminSession[]> {
  return list(ctx, viewer, null)
}

async function list(ctx: Ctx, viewer: AdminViewer, adminId: number | null): Promise<AdminSession[]> {
  const rows = await repo.listAdminSessions(ctx.db, adminId, ctx.clock.now(), MOST)
  return Promise.all(
    rows.map(async ({ id, admin_id, username, user_agent, address, created_at, last_activity }) => ({
      id,
      admin_id: admin_id ?? 0,
      username,
      user_agent,
      address,
      location: address === null ? null : (await locate(ctx, { ip: address, port: null })).location,
      created_at: iso(created_at),
      last_activity: iso(id === viewer.sessionId ? ctx.clock.now() : last_activity),
      current: id === viewer.sessionId,
    })),
  )
}

/** Of this administrator, or of any where null. Throws `record_not_found`, also for one that ended. */
export async function endAdminSession(
  ctx: Ctx,
  id: number,
  adminId: number | null,
): Promise<{ adminId: number; userAgent: string }> {
  const [session] = await repo.listSessions(ctx.db, [id])
  const isMeant =
    session?.is_active === 1 && session.admin_id !== null && (adminId ?? session.admin_id) === session.admin_id
  if (!isMeant || session.admin_id === null) throw new AppError('record_not_found')
  await endSession(ctx, id)
  return { adminId: session.admin_id, userAgent: session.user_agent }
}

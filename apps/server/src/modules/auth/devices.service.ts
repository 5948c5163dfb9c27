/** Where a person is signed in (docs/product.md#devices). Administrators have admin-sessions.service.ts. */
import type { Device } from '@shiliu/contract/auth'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { iso } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UserViewer } from '#platform/http/session.ts'
import * as repo from './sessions.repo.ts'
import { endSession, endSessionsOf } from './sessions.service.ts'

const MOST = 100

/** The viewer's own sessions, this one first, without their addresses. */
export async function listDevices(ctx: Ctx, viewer: UserViewer): Promise<Device[]> {
  const read = (which: 'current' | 'others') =>
    repo.listUserSessions(
      ctx.db,
      { userId: viewer.id, which, current: viewer.sessionId },
      ctx.clock.now(),
      which === 'current' ? 1 : MOST - 1,
    )
  const rows = [...(await read('current')), ...(await read('others'))]
  return Promise.all(
    rows.map(async ({ address, created_at, last_activity, ...row }) => ({
      ...row,
      location: address === null ? null : (await locate(ctx, { ip: address, port: null })).location,
      created_at: iso(created_at),
      // This request is a use, which is only written where the last one is an hour ago.
      last_activity: iso(row.id === viewer.sessionId ? ctx.clock.now() : last_activity),
      current: row.id === viewer.sessionId,
    })),
  )
}

/** Also the one in use. Throws `record_not_found` for somebody else's, and for one that ended. */
export async function endDevice(ctx: Ctx, viewer: UserViewer, id: number): Promise<void> {
  const [session] = await repo.listSessions(ctx.db, [id])
  const isOwn = session?.user_id === viewer.id && session.is_active === 1
  if (!isOwn) throw new AppError('record_not_found', { message: '这个设备已经退出登录' })
  await endSession(ctx, id)
}

/** All but the one in use. */
export async function endOtherDevices(ctx: Ctx, viewer: UserViewer): Promise<{ ended: number }> {
  return { ended: await tx(ctx, (t) => endSessionsOf(t, viewer, viewer.sessionId)) }
}

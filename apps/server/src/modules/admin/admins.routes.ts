import * as named from '@shiliu/contract/admin/admins'
import * as auth from '@shiliu/contract/admin/auth'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { endSession, refreshSession } from '#modules/auth/sessions.service.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as service from './admins.service.ts'
import * as reading from './reading.service.ts'
import { admins } from './resources/admins.ts'
import * as writing from './writing.service.ts'

/** Sign-in of administrators, and administrators by their names. */
export function adminAuthRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, auth.login, ({ body, client }) => service.loginAdmin(ctx, body, client.userAgent), {
    limit: 'adminLogin',
  })
  route(app, ctx, auth.refresh, ({ body }) => refreshSession(ctx, 'admin', body.refresh_token), { limit: 'refresh' })
  route(app, ctx, auth.me, ({ viewer }) => service.getAdmin(ctx, viewer.id))
  route(app, ctx, auth.logout, ({ viewer }) => endSession(ctx, viewer.sessionId))

  const idOf = async (username: string) => (await service.requireAdmin(ctx, username)).id
  const change = async (viewer: AdminViewer, username: string, body: Record<string, unknown>) =>
    writing.update(ctx, admins, viewer, await idOf(username), body)
  route(app, ctx, named.list, ({ query }) => reading.list(ctx, admins, query))
  route(app, ctx, named.create, ({ viewer, body }) => writing.create(ctx, admins, viewer, body))
  route(app, ctx, named.update, ({ viewer, params, body }) => change(viewer, params.id, body))
  route(app, ctx, named.setPassword, ({ viewer, params, body }) => change(viewer, params.id, body))
  route(app, ctx, named.setStatus, ({ viewer, params, body }) => change(viewer, params.id, body))
  route(app, ctx, named.remove, async ({ viewer, params }) =>
    writing.remove(ctx, admins, viewer, await idOf(params.id)),
  )
}

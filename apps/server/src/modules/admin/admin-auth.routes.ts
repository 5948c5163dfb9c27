import * as auth from '@shiliu/contract/admin/auth'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { endSession, refreshSession } from '#modules/auth/sessions.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './admins.service.ts'

export function adminAuthRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, auth.login, ({ body, client }) => service.loginAdmin(ctx, body, client.userAgent), {
    limit: 'adminLogin',
  })
  route(app, ctx, auth.refresh, ({ body }) => refreshSession(ctx, 'admin', body.refresh_token), { limit: 'refresh' })
  route(app, ctx, auth.me, ({ viewer }) => service.getAdmin(ctx, viewer.id))
  route(app, ctx, auth.logout, ({ viewer }) => endSession(ctx, viewer.sessionId))
}

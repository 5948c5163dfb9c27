import * as adminsByName from '@shiliu/contract/admin/admins'
import * as auth from '@shiliu/contract/admin/auth'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { endSession, refreshSession } from '#modules/auth/sessions.service.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as service from './admins.service.ts'
import * as mutations from './resource-mutations.service.ts'
import * as queries from './resource-queries.service.ts'
import { admins } from './resources/admins.ts'

export function adminsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, auth.login, ({ body, client }) => service.loginAdmin(ctx, body, client), { trail: 'sign-in' })
  route(app, ctx, auth.refresh, ({ body, client }) => refreshSession(ctx, 'admin', body.refresh_token, client), {
    limit: 'refresh',
  })
  route(app, ctx, auth.me, ({ viewer }) => service.getAdmin(ctx, viewer.id))
  route(app, ctx, auth.logout, ({ viewer }) => endSession(ctx, viewer.sessionId), { trail: 'sign-out' })

  const idOf = async (username: string) => (await service.requireAdmin(ctx, username)).id
  const update = async (viewer: AdminViewer, username: string, body: Record<string, unknown>) =>
    mutations.updateRecord(ctx, admins, viewer, await idOf(username), body)
  route(app, ctx, adminsByName.list, ({ query, reads }) => queries.listRows({ ...ctx, db: reads() }, admins, query))
  route(app, ctx, adminsByName.create, ({ viewer, body, once }) =>
    mutations.createRecord(ctx, admins, viewer, body, once),
  )
  route(app, ctx, adminsByName.update, ({ viewer, params, body }) => update(viewer, params.id, body))
  route(app, ctx, adminsByName.setPassword, ({ viewer, params, body }) => update(viewer, params.id, body))
  route(app, ctx, adminsByName.setStatus, ({ viewer, params, body }) => update(viewer, params.id, body))
  route(app, ctx, adminsByName.remove, async ({ viewer, params }) =>
    mutations.removeRecord(ctx, admins, viewer, await idOf(params.id)),
  )
}

import * as adminsByName from '@shiliu/contract/admin/admins'
import * as auth from '@shiliu/contract/admin/auth'
import * as secondFactor from '@shiliu/contract/admin/second-factor'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { listAllSessions, listOwnSessions } from '#modules/auth/admin-sessions.service.ts'
import { refreshSession } from '#modules/auth/sessions.service.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import * as service from './admins.service.ts'
import { confirmAdminEmail, getAdminEmail, setAdminEmail } from './own-email.service.ts'
import { noteView } from './pending-audits.service.ts'
import * as mutations from './resource-mutations.service.ts'
import * as queries from './resource-queries.service.ts'
import { admins } from './resources/admins.ts'
import * as secondFactors from './second-factor.service.ts'

export function adminsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, auth.login, ({ body, client }) => service.loginAdmin(ctx, body, client), { securityEvent: 'sign-in' })
  route(app, ctx, auth.refresh, ({ body, client }) => refreshSession(ctx, 'admin', body.refresh_token, client), {
    limit: 'refresh',
  })
  route(app, ctx, auth.me, ({ viewer }) => service.getAdmin(ctx, viewer.id))
  route(app, ctx, auth.changePassword, ({ viewer, body }) => service.changeOwnPassword(ctx, viewer, body), {
    limit: 'password',
    securityEvent: 'password',
  })
  route(app, ctx, auth.listSessions, ({ viewer }) => listOwnSessions(ctx, viewer))
  route(app, ctx, auth.endSession, ({ viewer, params }) => service.endSessionFrom(ctx, viewer, params.id, viewer.id))
  route(app, ctx, auth.listAllSessions, ({ viewer }) => {
    noteView(ctx, viewer, { resource: 'addresses', id: 0, name: '管理员的登录地址' })
    return listAllSessions(ctx, viewer)
  })
  route(app, ctx, auth.endAnySession, ({ viewer, params }) => service.endSessionFrom(ctx, viewer, params.id, null))
  route(app, ctx, auth.getEmail, ({ viewer }) => getAdminEmail(ctx, viewer))
  route(app, ctx, auth.setEmail, ({ viewer, body }) => setAdminEmail(ctx, viewer, body), { limit: 'password' })
  route(app, ctx, auth.confirmEmail, ({ viewer, body }) => confirmAdminEmail(ctx, viewer, body.code), {
    limit: 'password',
  })
  secondFactorRoutes(app, ctx)
  route(app, ctx, auth.logout, ({ viewer }) => service.signOut(ctx, viewer), { securityEvent: 'sign-out' })

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
  route(app, ctx, adminsByName.removeSecondFactor, async ({ viewer, params }) =>
    secondFactors.removeSecondFactorOf(ctx, viewer, await idOf(params.id)),
  )
}

/** What asks for the own password or a code is limited like sign-ins with them. */
function secondFactorRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const options = { limit: 'password', securityEvent: 'second factor' } as const
  const codes = async (work: Promise<string[]>) => ({ recovery_codes: await work })
  route(app, ctx, secondFactor.get, ({ viewer }) => secondFactors.getSecondFactor(ctx, viewer))
  route(
    app,
    ctx,
    secondFactor.begin,
    ({ viewer, body }) => secondFactors.beginSecondFactor(ctx, viewer, body.currentPassword),
    options,
  )
  route(
    app,
    ctx,
    secondFactor.confirm,
    ({ viewer, body }) => codes(secondFactors.confirmSecondFactor(ctx, viewer, body.code)),
    options,
  )
  route(
    app,
    ctx,
    secondFactor.renewRecoveryCodes,
    ({ viewer, body }) => codes(secondFactors.renewRecoveryCodes(ctx, viewer, body.currentPassword)),
    options,
  )
  route(
    app,
    ctx,
    secondFactor.remove,
    ({ viewer, body }) => secondFactors.removeOwnSecondFactor(ctx, viewer, body.currentPassword, body.code),
    options,
  )
}

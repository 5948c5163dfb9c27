import * as auth from '@shiliu/contract/auth'
import { setPassword } from '@shiliu/contract/campus'
import * as dataExport from '@shiliu/contract/data-export'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import { getDataExport, linkToDataExport, openDataExport, requestDataExport } from './data-export.service.ts'
import { changePassword, setFirstPassword } from './password.service.ts'
import { updateProfile } from './profile.service.ts'
import { deleteAccount, restoreOwnAccount } from './trash.service.ts'

export function accountRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, users.update, ({ viewer, params, body, client }) =>
    updateProfile(reachedAt(ctx, client.host), viewer.id, params.id, body),
  )
  route(app, ctx, users.changePassword, ({ viewer, params, body }) => changePassword(ctx, viewer, params.id, body), {
    limit: 'password',
    securityEvent: 'password',
  })
  route(app, ctx, setPassword, ({ viewer, body }) => setFirstPassword(ctx, viewer, body.newPassword), {
    limit: 'password',
    securityEvent: 'password',
  })
  route(app, ctx, users.remove, ({ viewer, params, body }) => deleteAccount(ctx, viewer.id, params.id, body.password), {
    limit: 'password',
    securityEvent: 'deletion',
  })
  route(app, ctx, auth.restore, ({ body, client }) => restoreOwnAccount(ctx, body, client), {
    securityEvent: 'restoration',
  })
  route(app, ctx, dataExport.get, ({ viewer }) => getDataExport(ctx, viewer))
  route(app, ctx, dataExport.request, ({ viewer }) => requestDataExport(ctx, viewer), { securityEvent: 'data export' })
  route(app, ctx, dataExport.link, ({ viewer }) => linkToDataExport(ctx, viewer), { securityEvent: 'data export' })
  const downloads = new Map<number, number>()
  const { findSession } = ctx
  route(app, ctx, dataExport.file, ({ query, isHead }) =>
    openDataExport(ctx, { findSession, downloads }, query.ticket, isHead),
  )
}

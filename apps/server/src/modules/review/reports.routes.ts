import * as admin from '@shiliu/contract/admin/reports'
import { create } from '@shiliu/contract/reports'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { actorOfAdmin } from '#modules/admin/admins.service.ts'
import { noteView } from '#modules/admin/pending-audits.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './reports.service.ts'

export function reportsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, create, ({ viewer, body }) => service.report(ctx, viewer.id, body), { limit: 'complaints' })
  route(app, ctx, admin.list, async ({ viewer, query }) => {
    const page = await service.listReported(ctx, query)
    const ids = page.data.map(({ id }) => id)
    if (ids.length > 0)
      noteView(ctx, viewer, { resource: 'reports', id: 0, name: `列表里 ${ids.length} 项`, details: { ids } })
    return page
  })
  route(app, ctx, admin.get, async ({ viewer, params }) => {
    const entry = await service.getReported(ctx, params.id)
    noteView(ctx, viewer, {
      resource: 'reports',
      id: entry.id,
      name: entry.target?.title || entry.target?.content || '',
    })
    return entry
  })
  route(app, ctx, admin.addNote, async ({ viewer, params, body }) =>
    service.addNote(ctx, await actorOfAdmin(ctx, viewer.id), params.id, body.text),
  )
  route(app, ctx, admin.assign, ({ viewer, params, body }) => service.assign(ctx, viewer, params.id, body.admin_id))
  route(app, ctx, admin.resolve, ({ viewer, params, body }) => service.resolveReport(ctx, viewer, params.id, body))
  route(app, ctx, admin.reopen, ({ viewer, params }) => service.reopen(ctx, viewer, params.id))
}

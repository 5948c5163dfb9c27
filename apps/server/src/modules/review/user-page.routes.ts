import * as api from '@shiliu/contract/admin/user-page'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { actorOfAdmin } from '#modules/admin/admins.service.ts'
import { noteView } from '#modules/admin/pending-audits.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './user-page.service.ts'

export function userPageRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, api.counts, ({ params, reads }) => service.countOf({ ...ctx, db: reads() }, params.id))
  route(app, ctx, api.reports, async ({ viewer, params: { id } }) => {
    const reports = await service.reportsOf(ctx, id)
    noteView(ctx, viewer, { resource: 'reports', id: 0, name: '一个用户的举报', details: { user_id: id } })
    return reports
  })
  route(
    app,
    ctx,
    api.addresses,
    async ({ viewer, params: { id }, reads }) => {
      const addresses = await service.addressesOf({ ...ctx, db: reads() }, id)
      noteView(ctx, viewer, { resource: 'addresses', id, name: '用户的地址' })
      return addresses
    },
    { securityEvent: 'addresses' },
  )
  route(app, ctx, api.email, async ({ viewer, params: { id } }) => {
    const found = await service.emailOf(ctx, id)
    if (found.email !== null) noteView(ctx, viewer, { resource: 'users', id, name: '用户的邮箱' })
    return found
  })
  route(app, ctx, api.removeEmail, ({ viewer, params }) => service.removeEmailOf(ctx, viewer, params.id), {
    securityEvent: 'e-mail',
  })
  route(app, ctx, api.listNotes, async ({ viewer, params: { id } }) => {
    const notes = await service.listNotes(ctx, id)
    if (notes.notes.length > 0) noteView(ctx, viewer, { resource: 'users', id, name: '管理员之间的备注' })
    return notes
  })
  route(app, ctx, api.addNote, async ({ viewer, params, body }) =>
    service.addNote(ctx, await actorOfAdmin(ctx, viewer.id), params.id, body.text),
  )
}

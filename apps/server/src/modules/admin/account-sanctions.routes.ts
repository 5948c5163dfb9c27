import * as sanctions from '@shiliu/contract/admin/sanctions'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { listSanctions } from '#modules/sanctions/sanctions.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './account-sanctions.service.ts'

export function accountSanctionsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const { ban, unban, mute, unmute, warn, list } = sanctions
  route(app, ctx, ban, async ({ viewer, params, body }) => {
    await service.banUser(ctx, viewer, params.id, body)
  })
  route(app, ctx, unban, ({ viewer, params }) => service.unbanUser(ctx, viewer, params.id))
  route(app, ctx, mute, ({ viewer, params, body }) => service.muteUser(ctx, viewer, params.id, body))
  route(app, ctx, unmute, ({ viewer, params }) => service.unmuteUser(ctx, viewer, params.id))
  route(app, ctx, warn, async ({ viewer, params, body }) => {
    await service.warnUser(ctx, viewer, params.id, body)
  })
  route(app, ctx, list, async ({ params }) => ({ sanctions: await listSanctions(ctx, params.id) }))
}

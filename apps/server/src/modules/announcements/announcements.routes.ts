import * as announcements from '@shiliu/contract/announcements'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './announcements.service.ts'

export function announcementsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, announcements.list, async ({ viewer }) => ({
    announcements: await service.listBanners(ctx, viewer?.id ?? null),
  }))
  route(
    app,
    ctx,
    announcements.seen,
    ({ viewer, params, body }) => service.noteSeen(ctx, viewer?.id ?? null, params.id, body.dismissed),
    { limit: 'writes' },
  )
  route(app, ctx, announcements.adminBanners, async ({ viewer }) => ({
    announcements: await service.listAdminBanners(ctx, viewer.adminRole),
  }))
}

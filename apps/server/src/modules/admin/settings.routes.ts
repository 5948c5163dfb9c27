import * as settings from '@shiliu/contract/admin/settings'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './settings.service.ts'

export function settingsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, settings.get, () => service.getSettings(ctx))
  route(app, ctx, settings.update, ({ viewer, body }) => service.updateSettings(ctx, viewer, body))
}

import * as tags from '@shiliu/contract/tags'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './tags.service.ts'

export function tagsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, tags.list, () => service.listTags(ctx), { cached: true })
  route(app, ctx, tags.hot, ({ query }) => service.listHotTags(ctx, query.limit), { cached: true })
}

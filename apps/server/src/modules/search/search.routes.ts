import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './search.service.ts'

export function searchRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, search.search, ({ viewer, query }) => service.searchAll(ctx, viewer?.id ?? null, query))
  route(app, ctx, users.search, ({ viewer, query }) => service.findUsers(ctx, viewer?.id ?? null, query.keyword, query))
}

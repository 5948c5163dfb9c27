import * as categories from '@shiliu/contract/categories'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './categories.service.ts'

export function categoriesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, categories.list, ({ query }) => service.listCategories(ctx, query), {
    // Filtered lists are rarely asked for twice.
    cached: (query) => Object.values(query).every((value) => value === undefined),
  })
  route(app, ctx, categories.get, ({ params }) => service.getCategory(ctx, params.id))
}

import * as categories from '@shiliu/contract/categories'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './categories.service.ts'

export function categoriesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, categories.list, () => service.listCategories(ctx), { cached: true })
  route(app, ctx, categories.get, ({ params }) => service.getCategory(ctx, params.id))
  route(app, ctx, categories.create, ({ body }) => service.createCategory(ctx, body))
  route(app, ctx, categories.update, ({ params, body }) => service.updateCategory(ctx, params.id, body))
  route(app, ctx, categories.remove, ({ params }) => service.removeCategory(ctx, params.id))
}

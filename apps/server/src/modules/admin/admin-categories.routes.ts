import { categories } from '@shiliu/contract/admin/categories'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import * as service from '#modules/categories/categories.service.ts'
import { route } from '#platform/http/route.ts'
import * as reading from './admin-categories.service.ts'

export function adminCategoriesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, categories.list, ({ query }) => reading.listCategories(ctx, query))
  route(app, ctx, categories.get, ({ params }) => reading.getCategory(ctx, params.id))
  route(app, ctx, categories.create, ({ body }) => service.createCategory(ctx, body))
  route(app, ctx, categories.update, ({ params, body }) => service.updateCategory(ctx, params.id, body))
  route(app, ctx, categories.remove, ({ params }) => service.removeCategory(ctx, params.id))
  route(app, ctx, categories.removeMany, ({ body }) => service.removeCategories(ctx, body.ids))
}

import * as api from '@shiliu/contract/categories'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { categories as managed } from './resources/categories.ts'
import * as writing from './writing.service.ts'

/** As in the back office, but refused in the words and with the numbers that clients of this address know. */
const categories = { ...managed, missing: 'category_missing', taken: [] } as const

/** Existing clients also write categories at `/categories`; it leaves the same trail. */
export function categoriesWritingRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, api.create, ({ viewer, body }) => writing.create(ctx, categories, viewer, body))
  route(app, ctx, api.update, ({ viewer, params, body }) => writing.update(ctx, categories, viewer, params.id, body))
  route(app, ctx, api.remove, ({ viewer, params }) => writing.remove(ctx, categories, viewer, params.id))
}

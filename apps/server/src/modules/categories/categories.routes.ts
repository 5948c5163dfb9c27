import * as categories from '@shiliu/contract/categories'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { SharedPage } from '#platform/http/json-page.ts'
import { route } from '#platform/http/route.ts'
import * as service from './categories.service.ts'

export function categoriesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  // Filtered lists are rarely asked for twice.
  const isUnfiltered = (query: object) => Object.values(query).every((value) => value === undefined)
  const list = async ({ query }: { query: QueryOf<typeof categories.list> }) => {
    if (!isUnfiltered(query)) return service.listCategories(ctx, query)
    const { result, entry } = await service.cachedCategories(ctx)
    return new SharedPage(result, [entry])
  }
  route(app, ctx, categories.list, list, { cached: isUnfiltered })
  route(app, ctx, categories.get, ({ params }) => service.getCategory(ctx, params.id))
}

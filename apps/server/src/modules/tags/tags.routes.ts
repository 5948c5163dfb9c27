import * as tags from '@shiliu/contract/tags'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { SharedPage } from '#platform/http/json-page.ts'
import { route } from '#platform/http/route.ts'
import * as service from './tags.service.ts'

export function tagsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const page = async (limit?: number) => {
    const { result, entry } = await service.listTags(ctx, limit)
    return new SharedPage(result, [entry])
  }
  route(app, ctx, tags.list, () => page(), { cached: true })
  route(app, ctx, tags.hot, ({ query }) => page(query.limit), { cached: true })
}

import * as site from '@shiliu/contract/site'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { route } from '#platform/http/route.ts'
import * as service from './site.service.ts'

export function siteRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const stats = service.statsKeeper(ctx)
  route(app, ctx, site.health, () => service.getHealth(ctx))
  route(app, ctx, site.stats, () => stats())
  let document: ReturnType<typeof openApiDocument> | undefined
  // Made when first asked for: by then every module has registered its routes.
  route(app, ctx, site.openapi, () => (document ??= openApiDocument(app.servedEndpoints)), { cached: 'for everyone' })
}

import * as site from '@shiliu/contract/site'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { SharedPage } from '#platform/http/json-page.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { route } from '#platform/http/route.ts'
import { createReadiness, getHealth } from './health.service.ts'
import * as service from './site.service.ts'

export function siteRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const stats = service.createStats(ctx)
  const readiness = createReadiness(ctx)
  route(app, ctx, site.health, () => getHealth(ctx))
  route(app, ctx, site.live, () => ({ uptime: process.uptime() }))
  route(app, ctx, site.ready, () => readiness())
  route(app, ctx, site.stats, () => stats())
  route(app, ctx, site.reportBrowserError, ({ body }) => service.reportBrowserError(ctx, body), { limit: 'reports' })
  let document: ReturnType<typeof openApiDocument> | undefined
  const openapi = async () => {
    // Built on the first request, when every module has registered its routes.
    document ??= openApiDocument(app.servedEndpoints)
    return new SharedPage<Awaited<typeof document>>(await document, [])
  }
  route(app, ctx, site.openapi, openapi, { cached: 'for everyone' })
}

import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { csvOf } from './csv.ts'
import { impactOf } from './impact.service.ts'
import * as reading from './reading.service.ts'
import type { Reading, Resource } from './resource.ts'
import { READ_ONLY, WRITTEN } from './resources.ts'
import * as writing from './writing.service.ts'

/** All resources of the back office; what each of them is stands in `resources/`. */
export function adminResourcesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  for (const resource of READ_ONLY) readingRoutes(app, ctx, resource)
  for (const resource of WRITTEN) {
    readingRoutes(app, ctx, resource)
    writingRoutes(app, ctx, resource)
  }
}

function readingRoutes(app: FastifyInstance, ctx: RouteContext, resource: Reading): void {
  const { api } = resource
  route(app, ctx, api.list, ({ query }) => reading.list(ctx, resource, query as reading.ListQuery))
  route(app, ctx, api.get, ({ params }) => reading.get(ctx, resource, params.id))
  route(app, ctx, api.export, async ({ query }) => csvOf(resource, await reading.exported(ctx, resource, query)))
}

function writingRoutes(app: FastifyInstance, ctx: RouteContext, resource: Resource): void {
  const { api } = resource
  route(app, ctx, api.create, ({ viewer, body }) => writing.create(ctx, resource, viewer, body))
  route(app, ctx, api.update, ({ viewer, params, body }) => writing.update(ctx, resource, viewer, params.id, body))
  route(app, ctx, api.remove, ({ viewer, params }) => writing.remove(ctx, resource, viewer, params.id))
  route(app, ctx, api.removeMany, ({ viewer, body }) => writing.removeMany(ctx, resource, viewer, body.ids))
  if (api.impact) route(app, ctx, api.impact, ({ body }) => impactOf(ctx, resource, body.ids))
}

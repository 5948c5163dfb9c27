import * as collections from '@shiliu/contract/collections'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './collections.service.ts'

export function collectionsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const limit = { limit: 'reactions' } as const
  route(app, ctx, collections.create, ({ viewer, params }) => service.collect(ctx, viewer.id, params.id), limit)
  route(app, ctx, collections.remove, ({ viewer, params }) => service.uncollect(ctx, viewer.id, params.id), limit)
  route(app, ctx, collections.listOfUser, ({ viewer, params, query, reads }) =>
    service.listCollections(ctx, reads(), viewer?.id ?? null, params.id, query),
  )
}

import * as likes from '@shiliu/contract/likes'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './likes.service.ts'

export function likesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const limit = { limit: 'reactions' } as const
  route(app, ctx, likes.create, ({ viewer, body }) => service.like(ctx, viewer.id, body), limit)
  route(app, ctx, likes.remove, ({ viewer, body }) => service.unlike(ctx, viewer.id, body), limit)
  route(app, ctx, likes.listOfUser, ({ viewer, params, query, reads }) =>
    service.listLikes(ctx, reads(), viewer.id, params.id, query),
  )
}

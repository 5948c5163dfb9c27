import * as follows from '@shiliu/contract/follows'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './follows.service.ts'

export function followsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, follows.create, ({ viewer, params }) => service.follow(ctx, viewer.id, params.id))
  route(app, ctx, follows.remove, ({ viewer, params }) => service.unfollow(ctx, viewer.id, params.id))
  route(app, ctx, follows.status, ({ viewer, params }) => service.getStatus(ctx, viewer?.id ?? null, params.id))
  route(app, ctx, follows.following, ({ viewer, params, query }) =>
    service.listFollowing(ctx, viewer?.id ?? null, params.id, query),
  )
  route(app, ctx, follows.followers, ({ viewer, params, query }) =>
    service.listFollowers(ctx, viewer?.id ?? null, params.id, query),
  )
  route(app, ctx, follows.mutual, ({ viewer, params, query }) =>
    service.listMutual(ctx, viewer?.id ?? null, params.id, query),
  )
}

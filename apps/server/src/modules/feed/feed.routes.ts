import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { postOverlay } from '#modules/posts/posts.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './feed.service.ts'

export function feedRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, posts.list, ({ viewer, query }) => service.listPosts(ctx, viewer?.id ?? null, query), {
    cached: true,
    overlay: postOverlay(ctx),
  })
  route(app, ctx, users.posts, ({ viewer, params, query }) =>
    service.listUserPosts(ctx, viewer?.id ?? null, params.id, query),
  )
}

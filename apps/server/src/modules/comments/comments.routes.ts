import * as comments from '@shiliu/contract/comments'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import * as writing from './comment-mutations.service.ts'
import * as service from './comments.service.ts'
import { commentOverlay } from './load-comments.ts'

export function commentsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const pages = { cached: true, overlay: commentOverlay(ctx) } as const
  route(
    app,
    ctx,
    comments.listOfPost,
    ({ viewer, params, query }) => service.listThreads(ctx, viewer?.id ?? null, params.id, query),
    pages,
  )
  route(app, ctx, comments.list, ({ viewer, query }) => service.listByPost(ctx, viewer?.id ?? null, query), pages)
  route(app, ctx, comments.replies, ({ viewer, params, query }) =>
    service.listReplies(ctx, viewer?.id ?? null, params.id, query),
  )
  route(app, ctx, comments.place, ({ viewer, params, query }) =>
    service.findPlace(ctx, viewer?.id ?? null, params.id, query),
  )
  route(
    app,
    ctx,
    comments.create,
    async ({ viewer, body, client, once }) => {
      const from = await locate(ctx, client)
      return once(reachedAt(ctx, client.host), (t) => writing.createComment(t, viewer.id, body, { from }))
    },
    { limit: 'comments' },
  )
  route(app, ctx, comments.restore, ({ viewer, params }) => writing.restoreComment(ctx, viewer.id, params.id))
  route(app, ctx, comments.remove, ({ viewer, params }) => writing.removeComment(ctx, viewer.id, params.id), {
    securityEvent: 'deletion',
  })
}

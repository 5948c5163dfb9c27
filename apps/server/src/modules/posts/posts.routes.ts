import * as posts from '@shiliu/contract/posts'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import * as writing from './post-mutations.service.ts'
import * as service from './posts.service.ts'
import { followViews, viewCounter } from './views.service.ts'

export function postsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const countView = viewCounter(ctx)
  followViews(ctx)
  route(app, ctx, posts.get, ({ viewer, params, query, isHead, client: { ip } }) => {
    const skip = isHead || query.skipViewCount === true
    const counted = (postId: number) => !skip && countView(postId, { viewer, ip })
    return service.getPost(ctx, viewer?.id ?? null, params.id, counted)
  })
  route(app, ctx, posts.create, async ({ viewer, body, client, once }) => {
    const from = await locate(ctx, client)
    return once(reachedAt(ctx, client.host), (t) => writing.writePost(t, viewer.id, body, from))
  })
  route(app, ctx, posts.update, async ({ viewer, params, body, client }) => {
    const from = await locate(ctx, client)
    return writing.updatePost(reachedAt(ctx, client.host), viewer.id, params.id, body, from)
  })
  route(app, ctx, posts.restore, ({ viewer, params }) => writing.restorePost(ctx, viewer.id, params.id))
  route(app, ctx, posts.remove, ({ viewer, params }) => writing.deletePost(ctx, viewer.id, params.id), {
    securityEvent: 'deletion',
  })
}

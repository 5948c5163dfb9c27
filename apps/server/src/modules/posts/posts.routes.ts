import * as posts from '@shiliu/contract/posts'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as writing from './post-mutations.service.ts'
import * as service from './posts.service.ts'
import { followViews, viewCounter } from './views.service.ts'

export function postsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const countView = viewCounter(ctx)
  followViews(ctx)
  route(app, ctx, posts.get, ({ viewer, params, query, client: { ip } }) => {
    const counted = (postId: number) => query.skipViewCount !== true && countView(postId, { viewer, ip })
    return service.getPost(ctx, viewer?.id ?? null, params.id, counted)
  })
  route(app, ctx, posts.create, ({ viewer, body, once }) =>
    once(ctx, async (t) => ({ id: await writing.createPost(t, viewer.id, body) })),
  )
  route(app, ctx, posts.update, async ({ viewer, params, body }) => {
    await writing.updatePost(ctx, viewer.id, params.id, body)
    return { id: params.id }
  })
  route(app, ctx, posts.remove, ({ viewer, params }) => writing.deletePost(ctx, viewer.id, params.id))
}

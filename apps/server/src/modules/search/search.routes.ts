import type { Post } from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { postOverlay } from '#modules/posts/posts.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './search.service.ts'

export function searchRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const { placeholder, valuesFor } = postOverlay(ctx)
  const idsOf = (found: Post[] | undefined) => (found ?? []).map((post) => post.id)
  route(app, ctx, search.search, ({ viewer, query }) => service.searchAll(ctx, viewer?.id ?? null, query), {
    // User cards show follower counts, whose changes do not invalidate cached pages.
    cached: ({ type }) => type !== 'users',
    overlay: { placeholder, valuesFor, idsOf: ({ data, posts }) => idsOf(data ?? posts?.data) },
  })
  route(app, ctx, search.searchPosts, ({ viewer, query }) => service.searchPosts(ctx, viewer?.id ?? null, query), {
    cached: true,
    overlay: { placeholder, valuesFor, idsOf: ({ posts }) => idsOf(posts.data) },
  })
  route(app, ctx, users.search, ({ viewer, query }) => service.findUsers(ctx, viewer?.id ?? null, query.keyword, query))
}

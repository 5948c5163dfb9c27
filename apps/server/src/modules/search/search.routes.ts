import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { postOverlay } from '#modules/posts/posts.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './search.service.ts'
import { suggest } from './suggestions.service.ts'

export function searchRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const overlay = postOverlay(ctx)
  route(
    app,
    ctx,
    search.search,
    ({ viewer, query, reads }) => service.searchAll(ctx, reads(), viewer?.id ?? null, query),
    {
      // User cards show the viewer's relation.
      cached: ({ type }) => type !== 'users',
      overlay,
    },
  )
  route(app, ctx, search.searchPosts, ({ query, reads }) => service.searchPosts(ctx, reads(), query), {
    cached: true,
    overlay,
  })
  route(app, ctx, search.suggestions, ({ query, reads }) => suggest(ctx, reads(), query.keyword), {
    cached: 'for everyone',
    limit: 'suggestions',
  })
  route(app, ctx, users.search, ({ viewer, query, reads }) =>
    service.findUsers(ctx, reads(), viewer?.id ?? null, query.keyword, query),
  )
}

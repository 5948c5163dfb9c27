import type { Post } from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { postMarking } from '#modules/posts/posts.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './search.service.ts'

export function searchRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const { unmarked, marksOf } = postMarking(ctx)
  const idsOf = (found: Post[] | undefined) => (found ?? []).map((post) => post.id)
  route(app, ctx, search.search, ({ viewer, query }) => service.searchAll(ctx, viewer?.id ?? null, query), {
    // Cards of users show how many follow them: nobody says when that changes.
    cached: ({ type }) => type !== 'users',
    marking: { unmarked, marksOf, idsOf: ({ data, posts }) => idsOf(data ?? posts?.data) },
  })
  route(app, ctx, search.searchPosts, ({ viewer, query }) => service.searchNotes(ctx, viewer?.id ?? null, query), {
    cached: true,
    marking: { unmarked, marksOf, idsOf: ({ posts }) => idsOf(posts.data) },
  })
  route(app, ctx, users.search, ({ viewer, query }) => service.findUsers(ctx, viewer?.id ?? null, query.keyword, query))
}

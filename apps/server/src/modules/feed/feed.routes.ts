import type { QueryOf } from '@shiliu/contract/endpoint'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { postOverlay } from '#modules/posts/posts.service.ts'
import type { Db } from '#platform/db/client.ts'
import { route } from '#platform/http/route.ts'
import type { UserViewer } from '#platform/http/session.ts'
import * as service from './feed.service.ts'

export function feedRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const overlay = postOverlay(ctx)
  const isShared = ({ is_draft }: { is_draft?: boolean | undefined }) => !is_draft
  type Request = { viewer: UserViewer | null; query: QueryOf<typeof posts.list>; reads(): Db }
  const list = ({ viewer, query, reads }: Request) =>
    isShared(query)
      ? service.listPosts({ ...ctx, reads: reads() }, query)
      : service.listDrafts({ ...ctx, reads: reads() }, viewer?.id ?? null, query)
  route(app, ctx, posts.list, list, { cached: isShared, overlay })
  route(
    app,
    ctx,
    users.posts,
    ({ params, query, reads }) => service.listUserPosts({ ...ctx, reads: reads() }, params.id, query),
    {
      cached: true,
      overlay,
    },
  )
}

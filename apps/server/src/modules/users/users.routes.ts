import * as users from '@shiliu/contract/users'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { createUserList } from './user-list.service.ts'
import * as service from './users.service.ts'

export function usersRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const listUsers = createUserList(ctx)
  route(app, ctx, users.list, ({ query }) => listUsers(query))
  route(app, ctx, users.get, ({ params }) => service.getProfile(ctx, params.id), { cached: 'for everyone' })
  route(app, ctx, users.getStats, ({ params }) => service.getStats(ctx, params.id))
  route(app, ctx, users.personalityTags, ({ params }) => service.getPersonality(ctx, params.id))
}

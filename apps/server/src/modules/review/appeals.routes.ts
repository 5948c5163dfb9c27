import * as admin from '@shiliu/contract/admin/appeals'
import { appealComment, appealPost, mine } from '@shiliu/contract/appeals'
import { TARGET } from '@shiliu/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { actorOfAdmin } from '#modules/admin/admins.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './appeals.service.ts'
import { listOwnWithheld } from './withheld.service.ts'

export function appealsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const limited = { limit: 'complaints' } as const
  route(
    app,
    ctx,
    appealPost,
    ({ viewer, params, body }) => service.appeal(ctx, viewer.id, TARGET.post, params.id, body.text),
    limited,
  )
  route(
    app,
    ctx,
    appealComment,
    ({ viewer, params, body }) => service.appeal(ctx, viewer.id, TARGET.comment, params.id, body.text),
    limited,
  )
  route(app, ctx, mine, ({ viewer, query }) => listOwnWithheld(ctx, viewer.id, query))
  route(app, ctx, admin.list, ({ query }) => service.listAppeals(ctx, query))
  route(app, ctx, admin.resolve, async ({ viewer, params, body }) =>
    service.resolveAppeal(ctx, await actorOfAdmin(ctx, viewer.id), params.id, body),
  )
}

import { undoChange } from '@shiliu/contract/admin/audits'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import * as service from './undo-changes.service.ts'

/** The trail itself is read as any table. */
export function auditsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, undoChange, ({ viewer, body, client }) =>
    service.undoChange(reachedAt(ctx, client.host), viewer, body.audit_id),
  )
}

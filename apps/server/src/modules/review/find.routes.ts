import { find } from '@shiliu/contract/admin/find'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { findAnything } from './find.service.ts'

export function findRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, find, ({ viewer, query, reads }) => findAnything({ ...ctx, db: reads() }, viewer, query.q ?? ''))
}

import * as monitor from '@shiliu/contract/admin/monitor'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import { listActivities } from './activities.service.ts'
import { createDashboard, readProblems } from './dashboard.service.ts'
import { createOverview } from './overview.service.ts'

export function monitorRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const dashboard = createDashboard(ctx)
  const { overview, reported, addresses } = createOverview(ctx)
  route(app, ctx, monitor.activities, ({ query, reads }) => listActivities({ ...ctx, db: reads() }, query.limit))
  route(app, ctx, monitor.dashboard, () => dashboard())
  route(app, ctx, monitor.overview, () => overview())
  route(app, ctx, monitor.reported, () => reported())
  route(app, ctx, monitor.addresses, () => addresses(), { securityEvent: 'addresses' })
  route(app, ctx, monitor.readProblems, ({ body }) => readProblems(ctx, body.until))
}

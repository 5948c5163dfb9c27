import * as jobs from '@shiliu/contract/admin/jobs'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { route } from '#platform/http/route.ts'
import * as service from './jobs.service.ts'

export function jobsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, jobs.create, ({ viewer, body, reads, once }) => service.createJob(ctx, viewer, body, reads(), once))
  route(app, ctx, jobs.list, ({ query }) => service.listJobs(ctx, query))
  route(app, ctx, jobs.get, ({ params }) => service.getJob(ctx, params.id))
  route(app, ctx, jobs.stop, ({ viewer, params }) => service.stopJob(ctx, viewer, params.id))
}

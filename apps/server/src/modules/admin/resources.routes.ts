import * as publicCategories from '@shiliu/contract/categories'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { reachedAt } from '#modules/media/media.service.ts'
import { route } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { type ExportSlots, exportSlots, toCsv } from './csv-export.ts'
import { noteListed, noteRead, recordExport } from './reading-audits.service.ts'
import type { EditableResource, ReadableResource, Row } from './resource.ts'
import * as mutations from './resource-mutations.service.ts'
import * as queries from './resource-queries.service.ts'
import { categories } from './resources/categories.ts'
import { EDITABLE_RESOURCES, READ_ONLY_RESOURCES } from './resources.ts'

export function adminResourcesRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const slots = exportSlots()
  for (const resource of READ_ONLY_RESOURCES) queryRoutes(app, ctx, resource, slots)
  for (const resource of EDITABLE_RESOURCES) {
    queryRoutes(app, ctx, resource, slots)
    mutationRoutes(app, ctx, resource)
  }
  publicCategoryRoutes(app, ctx)
}

function queryRoutes(app: FastifyInstance, ctx: RouteContext, resource: ReadableResource, slots: ExportSlots): void {
  const { api } = resource
  const shown =
    ({ adminRole }: AdminViewer) =>
    <R extends Row>(row: R): R =>
      (resource.shownTo?.(row, adminRole) ?? row) as R
  route(app, ctx, api.list, async ({ viewer, query, reads }) => {
    const page = await queries.listRows({ ...ctx, db: reads() }, resource, query as queries.ListQuery)
    noteListed(ctx, viewer, resource, query, page.data)
    return { ...page, data: page.data.map(shown(viewer)) }
  })
  route(app, ctx, api.get, async ({ viewer, params }) => {
    const row = await queries.getRow(ctx, resource, params.id)
    noteRead(ctx, viewer, resource, row)
    return shown(viewer)(row)
  })
  route(app, ctx, api.export, async ({ viewer, query, reads, isHead }) => {
    slots.require()
    const { total, batches } = await queries.exportRows({ ...ctx, db: reads() }, resource, query)
    if (!isHead) await recordExport(ctx, viewer, resource, query, total)
    return toCsv(resource, { total, batches: slots.during(batches), timeZone: ctx.config.timeZone })
  })
}

function mutationRoutes(app: FastifyInstance, ctx: RouteContext, resource: EditableResource): void {
  const { api } = resource
  route(app, ctx, api.create, ({ viewer, body, client, once }) =>
    mutations.createRecord(reachedAt(ctx, client.host), resource, viewer, body, once),
  )
  route(app, ctx, api.update, ({ viewer, params, body, client }) =>
    mutations.updateRecord(reachedAt(ctx, client.host), resource, viewer, params.id, body),
  )
  route(app, ctx, api.remove, ({ viewer, params }) => mutations.removeRecord(ctx, resource, viewer, params.id))
  route(app, ctx, api.removeMany, ({ viewer, body }) => mutations.removeRecords(ctx, resource, viewer, body.ids))
  const { restore, purge } = api
  if (restore)
    route(app, ctx, restore, ({ viewer, body }) =>
      mutations.restoreRecords(ctx, resource, viewer, body as { ids: number[] }),
    )
  if (purge) route(app, ctx, purge, ({ viewer, body }) => mutations.purgeRecords(ctx, resource, viewer, body.ids))
  if (api.impact)
    route(app, ctx, api.impact, ({ body, reads }) => queries.countImpact({ ...ctx, db: reads() }, resource, body.ids))
}

/** Existing clients write categories at `/categories` and expect that address's own error codes. */
function publicCategoryRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const resource: EditableResource = { ...categories, notFoundError: 'category_missing', conflictErrors: [] }
  const { create, update, remove } = publicCategories
  route(app, ctx, create, ({ viewer, body, once }) => mutations.createRecord(ctx, resource, viewer, body, once))
  route(app, ctx, update, ({ viewer, params, body }) => mutations.updateRecord(ctx, resource, viewer, params.id, body))
  route(app, ctx, remove, ({ viewer, params }) => mutations.removeRecord(ctx, resource, viewer, params.id))
}

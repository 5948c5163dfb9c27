/** Reads of the back office's tables: pages, rows with versions, exports, the impact of a deletion. */
import { createHash } from 'node:crypto'
import type { AnyReadOnlyResource, Impact } from '@shiliu/contract/admin/resource'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { type PageQuery, paginationOf } from '#platform/db/pagination.ts'
import { chunks } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import type { EditableResource, ReadableResource, Row } from './resource.ts'
import * as repo from './resource-rows.repo.ts'

type VersionedRow = Row & { version: string }

type RowsQuery = repo.FilterValues & {
  sortField?: string | undefined
  sortOrder?: string | undefined
  order?: string | undefined
}
export type ListQuery = PageQuery & RowsQuery

function sortOf(resource: ReadableResource, query: RowsQuery): repo.Sort {
  const column = query.sortField ?? ''
  const direction = (query.sortOrder ?? query.order)?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  if (column === 'id' || resource.sortable.includes(column)) return { column, direction }
  return resource.defaultSort ?? { column: 'id', direction: 'desc' }
}

type Page<R> = Omit<OutputOf<AnyReadOnlyResource['list']>, 'data'> & { data: R[] }

/** Returns the totals in both shapes that clients read. The route's output schema checks the rows. */
export async function listRows<R extends Row>(
  ctx: Ctx,
  resource: ReadableResource,
  query: ListQuery,
): Promise<Page<R>> {
  const values = await lookedUp(ctx, resource, query)
  const ids = await repo.listIds(ctx.db, ctx.search, resource, values, sortOf(resource, query), query)
  const total = await repo.countRows(ctx.db, ctx.search, resource, values)
  const pagination = paginationOf(query, total)
  const { page, limit, pages } = pagination
  const data = (await loadRows(ctx, resource, ids)) as Row[] as R[]
  return { data, pagination, total, page, limit, totalPages: pages }
}

const lookedUp = async (ctx: Ctx, { lookUp }: ReadableResource, query: RowsQuery): Promise<RowsQuery> =>
  lookUp ? { ...query, ...(await lookUp(ctx, query)) } : query

/** Throws `record_not_found`, also for what is in the trash. */
export async function getRow(ctx: Ctx, resource: ReadableResource, id: number): Promise<VersionedRow> {
  const [row] = await loadRows(ctx, resource, [id])
  if (!row || isTrashed(row)) throw new AppError('record_not_found')
  return row
}

/** Whether the row is listed only where the filter `state` asks for the trash. */
export const isTrashed = (row: object): boolean => Reflect.get(row, 'state') === 'deleted'

/** Rows in the order of `ids`; missing ones are left out. */
export async function loadRows(ctx: Ctx, resource: ReadableResource, ids: number[]): Promise<VersionedRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await resource.load(ctx, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ ...row, version: isEditable(resource) ? versionOf(resource, row) : '' }] : []
  })
}

function isEditable(resource: ReadableResource): resource is EditableResource {
  return 'update' in resource
}

/** A digest of the row's editable fields; likes and views that arrive meanwhile do not change it. */
function versionOf({ api, volatileFields = [] }: EditableResource, row: Row): string {
  const fields = Object.keys(api.update.body?.shape ?? {}).filter((name) => !volatileFields.includes(name))
  const values = fields.map((name) => Reflect.get(row, name) ?? null)
  return createHash('sha1').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
}

const EXPORT_BATCH = 100

/** All matching rows, in list order. Loaded in batches to bound memory. */
export async function exportRows(
  ctx: Ctx,
  resource: ReadableResource,
  query: RowsQuery,
): Promise<{ total: number; batches: AsyncIterable<Row[]> }> {
  const values = await lookedUp(ctx, resource, query)
  const total = await repo.countRows(ctx.db, ctx.search, resource, values)
  return { total, batches: exportBatches(ctx, resource, values) }
}

const BY_ID: repo.Sort = { column: 'id', direction: 'asc' }

/** Sort values may change meanwhile: skips rows already exported, then adds those missed in a second pass by id. */
async function* exportBatches(ctx: Ctx, resource: ReadableResource, query: RowsQuery): AsyncGenerator<Row[]> {
  const sort = sortOf(resource, query)
  const exported = new Set<number>()
  for (const pass of sort.column === 'id' ? [sort] : [sort, BY_ID]) {
    for await (const ids of idBatches(ctx, resource, query, pass)) {
      const fresh = ids.filter((id) => !exported.has(id))
      for (const id of fresh) exported.add(id)
      if (fresh.length > 0) yield await loadRows(ctx, resource, fresh)
    }
  }
}

async function* idBatches(
  ctx: Ctx,
  resource: ReadableResource,
  query: RowsQuery,
  sort: repo.Sort,
): AsyncGenerator<number[]> {
  for (let after: repo.Cursor | undefined; ; ) {
    const cursors = await repo.listAfter(ctx.db, ctx.search, resource, query, sort, after, EXPORT_BATCH)
    after = cursors.at(-1)
    if (!after) return
    yield cursors.map((cursor) => cursor.id)
  }
}

/** An account may have ten thousand of everything. */
const IMPACT_BATCH = 50

/** What deleting these rows would delete, detach or be blocked by. Changes nothing. */
export async function countImpact(ctx: Ctx, resource: EditableResource, ids: number[]): Promise<Impact> {
  const sums = new Map<string, Impact[number]>()
  for (const some of chunks([...new Set(ids)], IMPACT_BATCH)) {
    for (const part of (await resource.impact?.(ctx, some)) ?? []) {
      const known = sums.get(part.noun)
      sums.set(part.noun, { ...part, count: part.count + (known?.count ?? 0) })
    }
  }
  return [...sums.values()].filter((part) => part.count > 0)
}

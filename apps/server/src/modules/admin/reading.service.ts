/** Lists, single rows and exports of every resource of the back office. */
import { createHash } from 'node:crypto'
import type { AnyReading } from '@shiliu/contract/admin/resource'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import type { Reading, Resource, Row } from './resource.ts'
import * as repo from './rows.repo.ts'

export type Shown = Row & { version: string }

/** How rows are asked for, with whatever filters their resource has. */
type RowsQuery = repo.FilterValues & {
  sortField?: string | undefined
  sortOrder?: string | undefined
  order?: string | undefined
}
export type ListQuery = PageQuery & RowsQuery

/**
 * The order a query asks for: a column from the resource's whitelist, any other field gives the default (wire rule 6).
 * Descending unless told otherwise.
 */
function sortOf(reading: Reading, query: RowsQuery): repo.Sort {
  const column = query.sortField ?? ''
  const direction = (query.sortOrder ?? query.order)?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  if (column === 'id' || reading.sortable.includes(column)) return { column, direction }
  return reading.defaultSort ?? { column: 'id', direction: 'desc' }
}

type Page<R> = Omit<OutputOf<AnyReading['list']>, 'data'> & { data: R[] }

/** One page, with totals in both of the shapes that clients read. The output schema of the route holds rows to theirs. */
export async function list<R extends Row>(ctx: Ctx, reading: Reading, query: ListQuery): Promise<Page<R>> {
  const ids = await repo.listIds(ctx.db, ctx.search, reading, query, sortOf(reading, query), query)
  const total = await repo.countRows(ctx.db, ctx.search, reading, query)
  const pagination = paginationOf(query, total)
  const { page, limit, pages } = pagination
  const data = (await load(ctx, reading, ids)) as Row[] as R[]
  return { data, pagination, total, page, limit, totalPages: pages }
}

/** Throws `record_not_found`. */
export async function get(ctx: Ctx, reading: Reading, id: number): Promise<Shown> {
  const [row] = await load(ctx, reading, [id])
  if (!row) throw new AppError('record_not_found')
  return row
}

/** Rows as the wire shows them, in the order of `ids`; those that are gone are left out. */
export async function load(ctx: Ctx, reading: Reading, ids: number[]): Promise<Shown[]> {
  if (ids.length === 0) return []
  const rows = new Map((await reading.load(ctx, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ ...row, version: isWritten(reading) ? versionOf(reading, row) : '' }] : []
  })
}

function isWritten(reading: Reading): reading is Resource {
  return 'update' in reading
}

/** A digest of all that a form may change of the row: likes and views that come in meanwhile change nothing. */
function versionOf({ api, moving = [] }: Resource, row: Row): string {
  const fields = Object.keys(api.update.body?.shape ?? {}).filter((name) => !moving.includes(name))
  const values = fields.map((name) => Reflect.get(row, name) ?? null)
  return createHash('sha1').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
}

const BATCH = 500

/** All rows that the filters leave, in the order of the list, in batches: an export holds one of them at a time. */
export async function exported(
  ctx: Ctx,
  reading: Reading,
  query: RowsQuery,
): Promise<{ total: number; batches: AsyncIterable<Row[]> }> {
  const total = await repo.countRows(ctx.db, ctx.search, reading, query)
  return { total, batches: batches(ctx, reading, query) }
}

const BY_ID: repo.Sort = { column: 'id', direction: 'asc' }

/**
 * Rows may move past the place that the file has come to, either way: what it has is not told again, and what it lacks
 * comes at its end.
 */
async function* batches(ctx: Ctx, reading: Reading, query: RowsQuery): AsyncGenerator<Row[]> {
  const sort = sortOf(reading, query)
  const told = new Set<number>()
  for (const walk of sort.column === 'id' ? [sort] : [sort, BY_ID]) {
    for await (const ids of idsAlong(ctx, reading, query, walk)) {
      const fresh = ids.filter((id) => !told.has(id))
      for (const id of fresh) told.add(id)
      if (fresh.length > 0) yield await load(ctx, reading, fresh)
    }
  }
}

async function* idsAlong(ctx: Ctx, reading: Reading, query: RowsQuery, sort: repo.Sort): AsyncGenerator<number[]> {
  for (let after: repo.Place | undefined; ; ) {
    const places = await repo.listPlaces(ctx.db, ctx.search, reading, query, sort, after, BATCH)
    after = places.at(-1)
    if (!after) return
    yield places.map((place) => place.id)
  }
}

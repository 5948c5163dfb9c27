/** What every list of the back office shares: a page, an order from a whitelist, rows as the wire shows them. */
import type { Pagination } from '@shiliu/contract/common'
import { type PageQuery, paginationOf } from '#platform/db/rows.ts'

export type AdminQuery = PageQuery & { sortField?: string | undefined; sortOrder?: string | undefined }

export type Sort = { column: string; direction: 'asc' | 'desc' }

/**
 * The order a query asks for. `columns` maps each `sortField` that may be asked for to its column; any other field gives
 * `fallback` (wire rule 6). Descending unless told otherwise.
 */
export function sortOf(query: AdminQuery, columns: Record<string, string>, fallback: Sort): Sort {
  const field = query.sortField ?? ''
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column === undefined) return fallback
  return { column, direction: query.sortOrder?.toLowerCase() === 'asc' ? 'asc' : 'desc' }
}

export type Found<Row> = { rows: Row[]; total: number }

/** The answer of a list endpoint. */
export function adminPage<Row, Shown>(
  query: AdminQuery,
  { rows, total }: Found<Row>,
  present: (row: Row) => Shown,
): { data: Shown[]; pagination: Pagination } {
  return { data: rows.map(present), pagination: paginationOf(query, total) }
}

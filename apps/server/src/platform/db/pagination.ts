import type { TablePagination } from '@shiliu/contract/common'

export type PageQuery = { page: number; limit: number }

/** 0 for a page that starts after a row (`Position` in cursor.ts). */
export function offset({ page, limit, after }: PageQuery & { after?: unknown }): number {
  return after === undefined ? (page - 1) * limit : 0
}

/** Lets callers skip the query: reading past the last page would walk the whole index and return nothing. */
export function isBeyondLastPage(page: PageQuery & { after?: unknown }, total: number): boolean {
  return page.after === undefined && offset(page) >= total
}

export function paginationOf({ page, limit }: PageQuery, total: number): TablePagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}

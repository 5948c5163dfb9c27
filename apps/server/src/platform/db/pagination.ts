import type { Pagination } from '@shiliu/contract/common'

export type PageQuery = { page: number; limit: number }

export function offset({ page, limit }: PageQuery): number {
  return (page - 1) * limit
}

/** Lets callers skip the query: reading past the last page would walk the whole index and return nothing. */
export function isBeyondLastPage(page: PageQuery, total: number): boolean {
  return offset(page) >= total
}

export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}

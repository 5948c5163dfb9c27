/** Pages by number: offsets, totals, and which database counts them. */
import type { TablePagination } from '@shiliu/contract/common'
import type { Db } from './client.ts'

export type PageQuery = { page: number; limit: number }

/** 0 for a page that starts after a row (`Position` in cursor.ts). */
export function offset({ page, limit, after }: PageQuery & { after?: unknown }): number {
  return after === undefined ? (page - 1) * limit : 0
}

/** Rows that are counted or skipped while the event loop waits: some milliseconds. Beyond them lists are long reads. */
const FEW = 2000

/** Where to count and page a list of so many rows; `more` tells whether there is a row behind as many as are few. */
export async function readerOf(db: Db, reads: Db, more: (db: Db, few: number) => Promise<boolean>): Promise<Db> {
  return (await more(db, FEW)) ? reads : db
}

/** Where to read a page whose rows come from an index. */
export function pageReader(db: Db, reads: Db, at: PageQuery & { after?: unknown }): Db {
  return offset(at) > FEW ? reads : db
}

/** Lets callers skip the query: reading past the last page would walk the whole index and return nothing. */
export function isBeyondLastPage(page: PageQuery & { after?: unknown }, total: number): boolean {
  return page.after === undefined && offset(page) >= total
}

/** The `pagination` of a table. */
export function paginationOf({ page, limit }: PageQuery, total: number): TablePagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}

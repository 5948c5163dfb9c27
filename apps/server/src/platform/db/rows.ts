/** Small things that every repo needs. */

import type { Pagination } from '@shiliu/contract/common'
import type { InsertResult } from 'kysely'

/** The id an insert made. */
export function insertedId(result: InsertResult): number {
  return Number(result.insertId)
}

/** Groups rows by a key, keeping their order. */
export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

export type PageQuery = { page: number; limit: number }

/** Rows to skip for a page. */
export function offset({ page, limit }: PageQuery): number {
  return (page - 1) * limit
}

/** Whether a page lies beyond the last one: looking for its rows would walk the whole index to find nothing. */
export function isBeyond(page: PageQuery, total: number): boolean {
  return offset(page) >= total
}

/** The `pagination` of an answer. */
export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) }
}

/** Cuts a list into pieces short enough for an `in (…)` of either engine. */
export function chunks<T>(items: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** The normalised form that uniqueness of names is judged by; cut to `max`, since normalising may lengthen a text. */
export function keyOf(name: string, max = 191): string {
  return [...name.normalize('NFKC').trim().toLowerCase()].slice(0, max).join('')
}

/** Small helpers for rows and statements. */
import type { InsertResult } from 'kysely'

/** The id of the inserted row; Kysely's is a bigint. */
export function insertedId(result: InsertResult): number {
  return Number(result.insertId)
}

/** Rows by key, in the order of their first appearance. */
export function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Pieces short enough for an `in (…)` of either engine. */
export function chunks<T>(items: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** Deletes the rows whose keys `list` finds, `size` in each statement: SQLite deletes on the event loop. */
export async function deleteInBatches<K extends number | string>(
  list: (limit: number) => Promise<K[]>,
  deleteRows: (keys: K[]) => Promise<void>,
  size = 500,
): Promise<void> {
  for (;;) {
    const keys = await list(size)
    if (keys.length === 0) return
    await deleteRows(keys)
  }
}

/** The normalized form that unique names are compared by. Normalizing may lengthen a text, so it is cut to `max`. */
export function normalizedKey(name: string, max = 191): string {
  return [...name.normalize('NFKC').trim().toLowerCase()].slice(0, max).join('')
}

/** The key of a row whose name is free for others, as in the trash: no name has control characters. */
export const freedKey = (id: number): string => `\u0001${id}`

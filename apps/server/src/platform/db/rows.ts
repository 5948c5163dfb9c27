import type { InsertResult } from 'kysely'

export function insertedId(result: InsertResult): number {
  return Number(result.insertId)
}

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

/** The normalized form that unique names are compared by. Normalizing may lengthen a text, so it is cut to `max`. */
export function normalizedKey(name: string, max = 191): string {
  return [...name.normalize('NFKC').trim().toLowerCase()].slice(0, max).join('')
}

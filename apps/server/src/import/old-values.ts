/** Values of the old database: whatever a column holds becomes a number, a text or a time that can be stored. */
import type { Findings } from './repairs.ts'
import type { SourceRow, SourceTable } from './source.ts'

/** 1971-01-01. */
const EARLIEST = Date.UTC(1971, 0, 1)

/** Null for what is no id. */
export function idOf(row: SourceRow, column: string): number | null {
  const value = Number(row[column] ?? Number.NaN)
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

export const textOf = (row: SourceRow, column: string): string => String(row[column] ?? '')

/** 0 for none and for negative ones. */
export function countOf(row: SourceRow, column: string): number {
  const value = Math.trunc(Number(row[column] ?? 0))
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER) : 0
}

export const flagOf = (row: SourceRow, column: string): 0 | 1 => (Number(row[column] ?? 0) === 0 ? 0 : 1)

/** Times of rows that are read in the order of their ids. */
export type Times = {
  table: SourceTable
  /** The time of the last row whose time can be believed. */
  last: number
  /** When the import began. */
  now: number
}

/**
 * When the row was made, in milliseconds, not before 1971 and not in the future. One without a time that can be
 * believed gets that of the row before it, which was written just before.
 */
export function timeOf(row: SourceRow, times: Times, findings: Findings): number {
  const time = Math.round(Number(row.created_at ?? 0) * 1000)
  const record = `${times.table} ${row.id}`
  if (time > times.now) {
    findings.note('time_future', record, new Date(Math.min(time, 8e15)).toISOString())
    return times.now
  }
  if (!(time >= EARLIEST)) {
    findings.note('time_early', record)
    return Math.max(times.last, EARLIEST)
  }
  times.last = time
  return time
}

/** Of a column; null where there is none that can be believed. */
export function timeOrNull(row: SourceRow, column: string, { now }: Pick<Times, 'now'>): number | null {
  const time = Math.round(Number(row[column] ?? 0) * 1000)
  return time >= EARLIEST && time <= now ? time : null
}

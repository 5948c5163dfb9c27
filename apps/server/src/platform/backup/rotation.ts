/** Which backups stay: the newest of each of the last days, weeks and months that have one. */
import { fileTimestamp } from '../db/sqlite-files.ts'
import { NAME } from './destinations.ts'

export type Keep = { daily: number; weekly: number; monthly: number }

const DAY_MS = 24 * 3600 * 1000
/** 1970 began on a Thursday: weeks begin on Mondays. */
const MONDAY = 3

/** Somebody wants to go back to what they made themselves, as before an upgrade: it stays until they remove it. */
const MANUAL = '-manual.tar'

export const backupName = (now: Date): string => `shiliu-${fileTimestamp(now)}.tar`

export const manualName = (now: Date): string => `shiliu-${fileTimestamp(now)}${MANUAL}`

/** When it was made, from its name; null for a file that is not ours. */
export function timeOfName(name: string): number | null {
  const found = NAME.exec(name)
  if (!found) return null
  const [year = 0, month = 0, day = 0, ...clock] = found.slice(1, 7).map(Number)
  return Date.UTC(year, month - 1, day, ...(clock as [number, number, number]))
}

type Days = {
  /** Of the site's zone, in which days begin. */
  offsetMs?: number
  /** The name of the one just made. What seems to be newer has a wrong time: it stays, and takes no other's place. */
  made?: string
}

/** The names of those of the timer to remove. The newest always stays. */
export function expired(names: readonly string[], keep: Keep, { offsetMs = 0, made }: Days = {}): string[] {
  const dated = names
    .filter((name) => !name.endsWith(MANUAL) && (made === undefined || name <= made))
    .flatMap((name) => {
      const time = timeOfName(name)
      return time === null ? [] : [{ name, time: time + offsetMs }]
    })
    .toSorted((a, b) => b.time - a.time)
  const kept = new Set(dated.slice(0, 1).map(({ name }) => name))
  const periods: [count: number, periodOf: (time: number) => string | number][] = [
    [keep.daily, (time) => Math.floor(time / DAY_MS)],
    [keep.weekly, (time) => Math.floor((time / DAY_MS + MONDAY) / 7)],
    [keep.monthly, (time) => new Date(time).toISOString().slice(0, 7)],
  ]
  for (const [count, periodOf] of periods) {
    const newest = new Map<string | number, string>()
    for (const { name, time } of dated) if (!newest.has(periodOf(time))) newest.set(periodOf(time), name)
    for (const name of [...newest.values()].slice(0, count)) kept.add(name)
  }
  return dated.map(({ name }) => name).filter((name) => !kept.has(name))
}

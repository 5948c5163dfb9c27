import { expect, it } from 'vitest'
import { backupName, expired, manualName, timeOfName } from './rotation.ts'

const DAY_MS = 24 * 3600 * 1000
const KEEP = { daily: 7, weekly: 4, monthly: 12 }
const START = Date.UTC(2026, 0, 1, 4)

/** Backs up every day and removes what has expired, as the timer does. */
function afterDays(days: number, keep = KEEP): string[] {
  let names: string[] = []
  for (let day = 0; day < days; day++) {
    names.push(backupName(new Date(START + day * DAY_MS)))
    const old = new Set(expired(names, keep))
    names = names.filter((name) => !old.has(name))
  }
  return names
}

it('keeps seven days, four weeks and twelve months', () => {
  const names = afterDays(730)
  const dates = names.map((name) => new Date(timeOfName(name) ?? 0).toISOString().slice(0, 10))
  // Until 31 December 2027, a Friday.
  const days = ['25', '26', '27', '28', '29', '30', '31'].map((day) => `2027-12-${day}`)
  const weeks = ['2027-12-12', '2027-12-19', '2027-12-26', '2027-12-31']
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2027, month + 1, 0)).toISOString().slice(0, 10),
  )
  expect(dates.toSorted()).toEqual([...new Set([...days, ...weeks, ...months])].toSorted())
})

it('keeps of several on a day the newest, and always the last', () => {
  const at = (hour: number) => backupName(new Date(Date.UTC(2026, 5, 10, hour)))
  expect(expired([at(1), at(5), at(3)], { daily: 2, weekly: 0, monthly: 0 }).toSorted()).toEqual([at(1), at(3)])
  expect(expired([at(1)], { daily: 0, weekly: 0, monthly: 0 })).toEqual([])
  // In China 17 o'clock is the next day.
  expect(expired([at(15), at(17)], { daily: 2, weekly: 0, monthly: 0 }, { offsetMs: 8 * 3600 * 1000 })).toEqual([])
})

it('does not let one of a clock that was ahead take the place of the one just made', () => {
  const at = (year: number, day: number) => backupName(new Date(Date.UTC(year, 5, day)))
  const names = [at(2033, 1), at(2026, 9), at(2026, 10)]
  expect(expired(names, { daily: 1, weekly: 0, monthly: 0 }, { made: at(2026, 10) })).toEqual([at(2026, 9)])
})

it('leaves those alone that somebody made, and does not count them', () => {
  const day = (hour: number) => new Date(Date.UTC(2026, 5, 10, hour))
  const [manual, first, second] = [manualName(day(20)), backupName(day(1)), backupName(day(2))]
  expect(expired([manual, first, second], { daily: 1, weekly: 0, monthly: 0 })).toEqual([first])
  expect(timeOfName(manual)).toBe(day(20).getTime())
})

it('leaves files alone that are not ours', () => {
  const names = ['notes.tar', 'shiliu-1.db', 'shiliu-20260101-040000.tar.partial', '../shiliu-20260101-040000.tar']
  expect(expired(names, { daily: 1, weekly: 0, monthly: 0 })).toEqual([])
  expect(timeOfName('shiliu-20260901-040506.tar')).toBe(Date.UTC(2026, 8, 1, 4, 5, 6))
})

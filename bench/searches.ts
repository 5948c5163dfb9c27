/** What searches cost that are not cached: processor time in this process, so for SQLite only. */
import type { Ctx } from '../apps/server/src/deps.ts'
import { searchAll, warmUpSearch } from '../apps/server/src/modules/search/search.service.ts'

const NOTES = {
  '25 hits': { keyword: '鲸落' },
  'two words, some hundred hits': { keyword: '图书馆 考试' },
  'a third of all notes': { keyword: '一个' },
  'nearly all notes': { keyword: '的' },
  'the beginning of numbers': { keyword: '1' },
  'the beginning of Latin words: `a`': { keyword: 'a' },
  'the beginning of Latin words: `e`': { keyword: 'e' },
}
const USERS = {
  'users by a letter that all have': { keyword: 's', type: 'users' },
  'users by a digit that a third have': { keyword: '7', type: 'users' },
  'users by a part of a name': { keyword: '同学', type: 'users' },
}
const TIMES = 15

export type SearchFigure = { site: string; search: string; first: number; median: number | null }

/** Milliseconds that no search may keep others waiting. */
const MOST = 50
/** Of the search at the start, for which nobody waits, there is no median. */
export const missedSearch = ({ first, median }: SearchFigure) => median !== null && Math.max(first, median) > MOST

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds. The first search of each is the first in the process that is like it. */
export async function measureSearches(ctx: Ctx, of: 'notes' | 'users'): Promise<Omit<SearchFigure, 'site'>[]> {
  const start = await processorTime(() => warmUpSearch(ctx, ctx.db))
  const figures: Omit<SearchFigure, 'site'>[] = [
    { search: 'what a process searches for when it starts', first: start, median: null },
  ]
  for (const [search, query] of Object.entries(of === 'notes' ? { ...NOTES, ...USERS } : USERS)) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      ctx.cache.clear()
      times.push(await processorTime(() => searchAll(ctx, ctx.db, null, { page: 1, limit: 20, ...query })))
    }
    const sorted = times.toSorted((a, b) => a - b)
    figures.push({ search, first: times[0] ?? 0, median: sorted[TIMES >> 1] ?? 0 })
  }
  return figures
}

export function formatSearches(figures: SearchFigure[]): string {
  const ms = (value: number | null) => value?.toFixed(1) ?? ''
  const rows = figures.map(
    ({ site, search, first, median }) => `| ${site} | ${search} | ${ms(first)} | ${ms(median)} |`,
  )
  return ['| site | search | first ms | median ms |', '|---|---|---|---|', ...rows].join('\n')
}

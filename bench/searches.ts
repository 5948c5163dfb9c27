/** What searches cost that are not cached: processor time in this process, so for SQLite only. */
import type { Ctx } from '../apps/server/src/deps.ts'
import { searchAll } from '../apps/server/src/modules/search/search.service.ts'

const SEARCHES = {
  '25 hits': { keyword: '鲸落' },
  'two words, some hundred hits': { keyword: '图书馆 考试' },
  'a third of all notes': { keyword: '一个' },
  'nearly all notes': { keyword: '的' },
  'the beginning of numbers': { keyword: '1' },
  'users by a letter that all have': { keyword: 's', type: 'users' },
}
const TIMES = 15

export type SearchFigure = { search: string; first: number; median: number }

/** Milliseconds. The first search of each is the first in the process that is like it. */
export async function measureSearches(ctx: Ctx): Promise<SearchFigure[]> {
  const figures: SearchFigure[] = []
  for (const [search, query] of Object.entries(SEARCHES)) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      ctx.cache.clear()
      const before = process.cpuUsage()
      await searchAll(ctx, ctx.db, null, { page: 1, limit: 20, ...query })
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
    }
    const sorted = times.toSorted((a, b) => a - b)
    figures.push({ search, first: times[0] ?? 0, median: sorted[TIMES >> 1] ?? 0 })
  }
  return figures
}

export function formatSearches(figures: SearchFigure[]): string {
  const rows = figures.map(({ search, first, median }) => `| ${search} | ${first.toFixed(1)} | ${median.toFixed(1)} |`)
  return ['| search | first ms | median ms |', '|---|---|---|', ...rows].join('\n')
}

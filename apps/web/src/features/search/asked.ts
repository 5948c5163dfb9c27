/** What the address of the results page asks for (spec sections 2 «Search results», 5 «Search»). */
import type { SearchTab } from '#app/paths.ts'

export type Asked = { keyword: string; tag: string }

const TABS: Record<string, SearchTab> = { all: 'all', post: 'posts', posts: 'posts', user: 'users', users: 'users' }

/** Null for what is no tab: the page goes to `all`. */
export function tabOf(name: string | undefined): SearchTab | null {
  return name !== undefined && Object.hasOwn(TABS, name) ? (TABS[name] ?? null) : null
}

export function askedOf(query: URLSearchParams): Asked {
  return { keyword: query.get('keyword')?.trim() ?? '', tag: query.get('tag')?.trim() ?? '' }
}

/** The page's heading and, without the name of the site, its title. */
export function headingOf({ keyword, tag }: Asked): string {
  if (keyword) return `「${keyword}」的搜索结果`
  return tag ? `#${tag}` : '搜索'
}

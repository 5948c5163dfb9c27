/** What the address of the results page searches for. */
import type { SearchTab } from '#app/paths.ts'
import type { SearchTerms } from '#entities/search/search.queries.ts'

const TABS: Record<string, SearchTab> = { all: 'all', post: 'posts', posts: 'posts', user: 'users', users: 'users' }

/** The tab for the last segment of `/search_result/:tab`, null for an unknown one. */
export function parseTab(segment: string | undefined): SearchTab | null {
  return segment !== undefined && Object.hasOwn(TABS, segment) ? (TABS[segment] ?? null) : null
}

export function parseTerms(query: URLSearchParams): SearchTerms {
  return { keyword: query.get('keyword')?.trim() ?? '', tag: query.get('tag')?.trim() ?? '' }
}

export function searchHeading({ keyword, tag }: SearchTerms): string {
  if (keyword) return `「${keyword}」的搜索结果`
  return tag ? `#${tag}` : '搜索'
}

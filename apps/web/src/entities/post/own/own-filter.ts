/** Which of one's own notes a list shows, as its address says (spec section 2 «Note management», «Draft box»). */
import { SEARCH } from '@shiliu/contract/limits'

export type OwnFilter = {
  /** From 1. */
  page: number
  /** '' for all. */
  keyword: string
  category: number | null
}

const ID = /^[1-9]\d{0,14}$/

export function readFilter(query: URLSearchParams): OwnFilter {
  const page = query.get('page') ?? ''
  const category = query.get('category') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    keyword: (query.get('keyword') ?? '').trim().slice(0, SEARCH.keywordMax),
    category: ID.test(category) ? Number(category) : null,
  }
}

/** The filter with a change; another choice of notes begins at its first page. */
export function changed(filter: OwnFilter, change: Partial<OwnFilter>): OwnFilter {
  return { ...filter, page: 1, ...change }
}

/** What stands in the address: only what narrows. */
export function writeFilter({ page, keyword, category }: OwnFilter): Record<string, string> {
  return {
    ...(keyword && { keyword }),
    ...(category !== null && { category: String(category) }),
    ...(page > 1 && { page: String(page) }),
  }
}

/** What the API is asked. */
export function toQuery({ page, keyword, category }: OwnFilter) {
  return { page, keyword: keyword || undefined, category: category === null ? undefined : String(category) }
}

export function narrows({ keyword, category }: OwnFilter): boolean {
  return keyword !== '' || category !== null
}

/** Where to go from a page that holds nothing; null where that is the first, which may be empty. */
export function pageInstead(page: number, pages: number): number | null {
  return page > 1 ? Math.max(1, Math.min(page - 1, pages)) : null
}

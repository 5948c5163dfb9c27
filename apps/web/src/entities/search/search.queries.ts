/** What the header's search finds. */
import type { Pagination } from '@shiliu/contract/common'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import * as search from '@shiliu/contract/search'
import type { InfiniteData } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { useList } from '#data/lists.ts'
import { people } from '#data/records.ts'
import { FEED } from '../post/post.queries.ts'

export type SearchTerms = { keyword: string; tag: string }

const NO_PAGES: Pagination = { page: 1, limit: PAGE.limit, total: 0, pages: 0, next_cursor: null }

/** Notes are at the top level of a response of type `all`, in `posts` in one of type `posts`: docs/api.md#search. */
export function toFoundNotes(response: OutputOf<typeof search.search>) {
  const { data, tagStats, pagination } = response.posts ?? response
  return { items: data ?? [], tagStats: tagStats ?? [], pagination: pagination ?? NO_PAGES }
}

/** Key that matches the lists of the keyword with any tag. */
const ofKeyword = ({ keyword }: SearchTerms) => keys.search({ keyword })

/** 全部 and 图文 list the same notes and share one list. */
export function useFoundNotes(terms: SearchTerms, type: 'all' | 'posts') {
  const { first, ...list } = useList({
    ...FEED,
    key: keys.search(terms),
    fetch: async (start, signal) =>
      toFoundNotes(await call(search.search, { query: { type, ...start, limit: PAGE.limit, ...terms }, signal })),
  })
  return { ...list, tagStats: first?.tagStats ?? loadedTagStats(terms) }
}

/** All lists of a keyword have the same tags: those of another list are shown while one loads. */
function loadedTagStats(terms: SearchTerms): search.TagStat[] | null {
  const lists = queryClient.getQueriesData<InfiniteData<{ tagStats: search.TagStat[] }>>({ queryKey: ofKeyword(terms) })
  return lists.map(([, data]) => data?.pages[0]?.tagStats).find((stats) => stats !== undefined) ?? null
}

/** Forgets what a keyword found, so that a repeated search is sent again. */
export function forgetFoundNotes(terms: SearchTerms) {
  queryClient.removeQueries({ queryKey: ofKeyword(terms) })
}

/** Searches users, again whenever the tab is opened. Without a keyword the tag is the keyword. */
export function useFoundUsers({ keyword, tag }: SearchTerms) {
  const terms = keyword ? { keyword } : { tag }
  return useList({
    records: people,
    key: keys.searchUsers(terms),
    staleTime: 0,
    fetch: async (start, signal) => {
      const query = { type: 'users', ...start, limit: PAGE.limit, ...terms }
      const { data: items, pagination } = (await call(search.search, { query, signal })).users ?? {
        data: [],
        pagination: NO_PAGES,
      }
      return { items, pagination }
    },
  })
}

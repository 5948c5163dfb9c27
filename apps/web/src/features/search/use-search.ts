import type { Pagination } from '@shiliu/contract/common'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { trackUpdates } from '#api/optimistic-updates.ts'
import { nextPage } from '#api/paging.ts'
import { feedOptions, uniquePosts } from '#entities/post/feed.ts'
import { useReloadList } from '#entities/query/use-reload-list.ts'
import { cacheRelations, uniqueUsers } from '#entities/user/user-lists.ts'
import type { SearchTerms } from './search-terms.ts'

const NO_PAGES: Pagination = { page: 1, limit: PAGE.limit, total: 0, pages: 0 }

type PostPage = { posts: Post[]; tagStats: search.TagStat[]; pagination: Pagination }

/** Notes are at the top level of a response of type `all`, in `posts` in one of type `posts`; see docs/api.md#search. */
export function toPostPage(response: OutputOf<typeof search.search>): PostPage {
  const { data, tagStats, pagination } = response.posts ?? response
  return { posts: data ?? [], tagStats: tagStats ?? [], pagination: pagination ?? NO_PAGES }
}

/** Searches notes. 全部 and 图文 list the same notes and share one cache entry. */
export function usePostSearch(terms: SearchTerms, type: 'all' | 'posts') {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...feedOptions,
    queryKey: keys.search(terms),
    queryFn: async ({ pageParam, signal }) =>
      toPostPage(await call(search.search, { query: { type, page: pageParam, limit: PAGE.limit, ...terms }, signal })),
  })
  const { data } = query
  const reload = useReloadList()
  return {
    query,
    posts: useMemo(() => uniquePosts(data?.pages.map((page) => page.posts)), [data]),
    // All lists of a keyword have the same tags: those of another list are shown while this one loads.
    tagStats: data?.pages[0]?.tagStats ?? cachedStats(client.getQueriesData({ queryKey: ofKeyword(terms) })),
    reload: useCallback(() => reload(keys.search(terms)), [reload, terms]),
  }
}

/** Key that matches the lists of the keyword with any tag. */
export const ofKeyword = ({ keyword }: SearchTerms) => keys.search({ keyword })

function cachedStats(lists: [unknown, InfiniteData<PostPage> | undefined][]) {
  return lists.map(([, data]) => data?.pages[0]?.tagStats).find((stats) => stats !== undefined) ?? null
}

/** Searches users, again whenever the tab is opened. Without a keyword the tag is the keyword. */
export function useUserSearch({ keyword, tag }: SearchTerms) {
  const client = useQueryClient()
  const terms = useMemo(() => (keyword ? { keyword } : { tag }), [keyword, tag])
  const query = useInfiniteQuery({
    queryKey: keys.searchUsers(terms),
    queryFn: async ({ pageParam, signal }) => {
      const changed = trackUpdates(client)
      const response = await call(search.search, {
        query: { type: 'users', page: pageParam, limit: PAGE.limit, ...terms },
        signal,
      })
      const { data: users, pagination } = response.users ?? { data: [], pagination: NO_PAGES }
      cacheRelations(client, changed, users)
      return { users, pagination }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  const reload = useReloadList()
  return {
    query,
    users: useMemo(() => uniqueUsers(data?.pages.map((page) => page.users)), [data]),
    reload: useCallback(() => reload(keys.searchUsers(terms)), [reload, terms]),
  }
}

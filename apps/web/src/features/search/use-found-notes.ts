import { PAGE } from '@shiliu/contract/limits'
import * as search from '@shiliu/contract/search'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useReloadList } from '#api/use-reload-list.ts'
import { feedOptions } from '#entities/post/feed-options.ts'
import { uniquePosts } from '#entities/post/unique-posts.ts'
import type { Asked } from './asked.ts'
import { type FoundNotes, notesOf } from './found-notes.ts'

/** The notes that are found. 全部 and 图文 list the same ones, so both share what is cached (spec section 4). */
export function useFoundNotes(asked: Asked, type: 'all' | 'posts') {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...feedOptions,
    queryKey: keys.search(asked),
    queryFn: async ({ pageParam, signal }) =>
      notesOf(await call(search.search, { query: { type, page: pageParam, limit: PAGE.limit, ...asked }, signal })),
  })
  const { data } = query
  const reload = useReloadList()
  return {
    query,
    posts: useMemo(() => uniquePosts(data?.pages.map((page) => page.posts)), [data]),
    // A keyword's tags are the same whichever is chosen, so another list tells them while this one loads.
    tagStats: data?.pages[0]?.tagStats ?? knownStats(client.getQueriesData({ queryKey: keys.search(anyTag(asked)) })),
    reload: useCallback(() => reload(keys.search(asked)), [reload, asked]),
  }
}

/** What the keys of all lists of a keyword begin with. */
export const anyTag = ({ keyword }: Asked) => ({ keyword })

function knownStats(lists: [unknown, InfiniteData<FoundNotes> | undefined][]) {
  return lists.map(([, data]) => data?.pages[0]?.tagStats).find((stats) => stats !== undefined) ?? null
}

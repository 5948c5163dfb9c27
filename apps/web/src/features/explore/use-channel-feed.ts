import { PAGE } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useReloadList } from '#api/use-reload-list.ts'
import { feedOptions } from '#entities/post/feed-options.ts'
import { uniquePosts } from '#entities/post/unique-posts.ts'

const keyOf = (category: string) => keys.feed({ category })

export function useChannelFeed(category: string | null) {
  const query = useInfiniteQuery({
    ...feedOptions,
    queryKey: keyOf(category ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call(posts.list, { query: { page: pageParam, limit: PAGE.limit, category }, signal }),
    enabled: category !== null,
  })
  const { data } = query
  return { query, posts: useMemo(() => uniquePosts(data?.pages.map((page) => page.posts)), [data]) }
}

/** Asks for a channel's first page again. */
export function useReloadFeed() {
  const reload = useReloadList()
  return useCallback((category: string) => reload(keyOf(category)), [reload])
}

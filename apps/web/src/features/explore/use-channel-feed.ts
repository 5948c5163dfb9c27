import { PAGE } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useReloadList } from '#api/use-reload-list.ts'
import { feedOptions } from '#entities/post/feed-options.ts'
import { uniquePosts } from '#entities/post/unique-posts.ts'
import { isImageNote } from './image-note.ts'

const keyOf = (category: string) => keys.feed({ category })

/**
 * A channel's notes, if wanted those of pictures only. The server does not know of that choice: few notes are without
 * pictures, so pages are asked for until one has something to show (`looking`), and then by the list's end, as ever.
 */
export function useChannelFeed(category: string, onlyImages: boolean) {
  const query = useInfiniteQuery({
    ...feedOptions,
    queryKey: keyOf(category),
    queryFn: ({ pageParam, signal }) =>
      call(posts.list, { query: { page: pageParam, limit: PAGE.limit, category }, signal }),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const shown = useMemo(() => {
    const all = uniquePosts(data?.pages.map((page) => page.posts))
    return onlyImages ? all.filter(isImageNote) : all
  }, [data, onlyImages])

  const looking = shown.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (looking && !isFetching) void fetchNextPage()
  }, [looking, isFetching, fetchNextPage])
  return { query, posts: shown, looking }
}

/** Asks for a channel's first page again. */
export function useReloadFeed() {
  const reload = useReloadList()
  return useCallback((category: string) => reload(keyOf(category)), [reload])
}

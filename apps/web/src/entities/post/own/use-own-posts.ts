import type { PostPage } from '@shiliu/contract/posts'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type OwnFilter, pageInstead } from './own-filter.ts'

export type OwnSource = {
  keyOf: (filter: OwnFilter) => QueryKey
  fetchPage: (filter: OwnFilter, signal: AbortSignal) => Promise<PostPage>
}

/** A page of one's own notes; the rows of the last one stay until the next is there. */
export function useOwnPosts({ keyOf, fetchPage }: OwnSource, filter: OwnFilter, goTo: (page: number) => void) {
  const query = useQuery({
    queryKey: keyOf(filter),
    queryFn: ({ signal }) => fetchPage(filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data, isPlaceholderData } = query
  const empty = data !== undefined && !isPlaceholderData && data.posts.length === 0
  const instead = empty ? pageInstead(filter.page, data.pagination.pages) : null

  useEffect(() => {
    if (instead !== null) goTo(instead)
  }, [instead, goTo])

  return { query, leaving: instead !== null }
}

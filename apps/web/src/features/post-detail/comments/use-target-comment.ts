import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '#api/keys.ts'
import { loadAround, type Sort } from '#entities/comment/comment.queries.ts'
import { toast } from '#ui/feedback/toast.ts'

export type Place = { sort: Sort; page: number }

/** Looks for the comment that is linked to, once, and calls `onFound` once it is loaded; a toast says if it is gone. */
export function useTargetComment(
  postId: number,
  targetId: number | null,
  sort: Sort,
  onFound: (id: number, place: Place) => void,
) {
  const search = useQuery({
    queryKey: keys.commentPlace(targetId),
    queryFn: async () => ({ sort, page: await loadAround(postId, targetId ?? 0, sort) }),
    enabled: targetId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const finished = search.isSuccess
  const finish = useEffectEvent((id: number) => {
    if (!search.data) return
    const { sort: order, page } = search.data
    if (page === null) toast.info('没有找到这条评论，它可能已被删除')
    else onFound(id, { sort: order, page })
  })
  useEffect(() => {
    if (finished && targetId !== null) finish(targetId)
  }, [finished, targetId])
  return { searching: search.isLoading, failed: search.isError && !search.isFetching, retry: () => search.refetch() }
}

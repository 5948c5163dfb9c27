import * as comments from '@shiliu/contract/comments'
import { PAGE } from '@shiliu/contract/limits'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/toast.ts'
import { mergeReplies, type Threads } from './comment-cache.ts'

export type Sort = 'desc' | 'asc'

/** How many replies are asked for at once. */
export const REPLIES = 10

/** Threads of a note, five at a time (spec section 9). */
export function useComments(postId: number, sort: Sort) {
  return useInfiniteQuery({
    queryKey: keys.comments(postId, sort),
    queryFn: ({ pageParam, signal }) =>
      call(comments.listOfPost, {
        params: { id: postId },
        query: { page: pageParam, limit: PAGE.comments, sort },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.pages ? pagination.page + 1 : undefined),
  })
}

/** Changes the cached threads of a note in both orders. */
export function changeThreads(client: QueryClient, postId: number, change: (data: Threads) => Threads) {
  client.setQueriesData<Threads>({ queryKey: ['comments', postId] }, (data) => data && change(data))
}

/** Asks for the replies of a thread after the first `loaded`, adds them to what is cached and answers their ids. */
export async function fetchReplies(client: QueryClient, postId: number, threadId: number, loaded: number) {
  const query = { page: Math.floor(loaded / REPLIES) + 1, limit: REPLIES, deep: '1' } as const
  const { comments: older } = await call(comments.replies, { params: { id: threadId }, query })
  changeThreads(client, postId, (data) => mergeReplies(data, threadId, older))
  return older.map((reply) => reply.id)
}

export function useMoreReplies(postId: number, threadId: number) {
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)
  const load = useCallback(
    async (loaded: number) => {
      setLoading(true)
      try {
        await fetchReplies(client, postId, threadId, loaded)
      } catch (error) {
        toast.error(messageOf(error, '加载失败，请重试'))
      } finally {
        setLoading(false)
      }
    },
    [client, postId, threadId],
  )
  return { loading, load }
}

import * as comments from '@shiliu/contract/comments'
import { PAGE } from '@shiliu/contract/limits'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeOptions, changeCached, watchChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { nextPage } from '#api/paging.ts'
import { patchPost } from '#api/post-cache.ts'
import { toast } from '#ui/toast.ts'
import {
  type LoadedThread,
  mergeReplies,
  pageAfter,
  pageBefore,
  REPLIES,
  type ReplyPage,
  removeComment,
  type Threads,
  withReplies,
} from './comment-cache.ts'

export type Sort = 'desc' | 'asc'

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
    getNextPageParam: nextPage,
  })
}

/** Changes the cached threads of a note in both orders, and in answers that are on their way. */
export function changeThreads(
  client: QueryClient,
  postId: number,
  change: (data: Threads) => Threads,
  options?: ChangeOptions,
) {
  changeCached(client, [keys.commentsOfPost(postId)], change, options)
}

/** Comments came or went: the other order, which may not hold the place of them, is asked for again once it is chosen. */
export function otherOrderIsOld(client: QueryClient, postId: number) {
  const queryKey = keys.commentsOfPost(postId)
  void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
}

async function askReplies(threadId: number, page: number): Promise<ReplyPage> {
  return call(comments.replies, { params: { id: threadId }, query: { page, limit: REPLIES, deep: '1' } })
}

/**
 * Asks for the next replies of a thread, adds them to what is cached and answers the thread with them. Where others
 * deleted some meanwhile, those after them stand on earlier pages now, which are asked for again.
 */
export async function fetchReplies(client: QueryClient, thread: LoadedThread): Promise<LoadedThread> {
  const { id, post_id: postId, reply_total: total } = thread
  const changed = watchChanges(client)
  const page = pageAfter(thread)
  const next = await askReplies(id, page)
  const pages: ReplyPage[] = []
  const fewer = Math.max(0, total - next.pagination.total)
  for (let moved = pageBefore(thread, fewer); moved < page; moved++) pages.push(await askReplies(id, moved))
  pages.push(next)
  const meanwhile = changed(keys.commentsOfPost(postId))
  changeThreads(client, postId, (data) =>
    meanwhile(pages.reduce((before, answer) => mergeReplies(before, id, answer), data)),
  )
  return pages.reduce(withReplies, thread)
}

/** Takes a comment that is gone out of the note, with all that answers it, and out of the note's count. */
export function forgetComment(client: QueryClient, postId: number, id: number, deletedCount: number) {
  changeThreads(client, postId, (data) => removeComment(data, id, deletedCount))
  otherOrderIsOld(client, postId)
  patchPost(client, postId, (post) => ({ comment_count: Math.max(0, post.comment_count - deletedCount) }))
}

export function useMoreReplies(thread: LoadedThread) {
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)
  async function load() {
    setLoading(true)
    try {
      await fetchReplies(client, thread)
    } catch (error) {
      toast.error(messageOf(error, '加载失败，请重试'))
    } finally {
      setLoading(false)
    }
  }
  return { loading, load }
}

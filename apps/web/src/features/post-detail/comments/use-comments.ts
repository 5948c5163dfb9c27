import * as comments from '@shiliu/contract/comments'
import { PAGE } from '@shiliu/contract/limits'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { trackUpdates, type UpdateOptions, updateCached } from '#api/optimistic-updates.ts'
import { nextPage } from '#api/paging.ts'
import { patchPost } from '#api/post-cache.ts'
import { toast } from '#ui/feedback/toast.ts'
import {
  firstStalePage,
  type LoadedThread,
  mergeReplies,
  mergeReplyPage,
  nextReplyPage,
  REPLY_PAGE_SIZE,
  type ReplyPage,
  removeComment,
  type Threads,
} from './comment-cache.ts'

export type Sort = 'desc' | 'asc'

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

/** Updates the cached threads of a note in both orders, and responses that are still in flight. */
export function updateThreads(
  client: QueryClient,
  postId: number,
  change: (data: Threads) => Threads,
  options?: UpdateOptions,
) {
  updateCached(client, [keys.commentsOfPost(postId)], change, options)
}

/** After comments were added or removed: the order that is not shown is fetched again when it is selected. */
export function invalidateOtherOrder(client: QueryClient, postId: number) {
  const queryKey = keys.commentsOfPost(postId)
  void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
}

async function fetchReplyPage(threadId: number, page: number): Promise<ReplyPage> {
  return call(comments.replies, { params: { id: threadId }, query: { page, limit: REPLY_PAGE_SIZE, deep: '1' } })
}

/**
 * Fetches the next replies of a thread, adds them to the cache and returns the thread with them. If replies were deleted
 * elsewhere, later ones have moved to earlier pages, which are fetched again.
 */
export async function fetchMoreReplies(client: QueryClient, thread: LoadedThread): Promise<LoadedThread> {
  const { id, post_id: postId, reply_total: total } = thread
  const changed = trackUpdates(client)
  const page = nextReplyPage(thread)
  const next = await fetchReplyPage(id, page)
  const pages: ReplyPage[] = []
  const deleted = Math.max(0, total - next.pagination.total)
  for (let stale = firstStalePage(thread, deleted); stale < page; stale++) pages.push(await fetchReplyPage(id, stale))
  pages.push(next)
  const replay = changed(keys.commentsOfPost(postId))
  updateThreads(client, postId, (data) =>
    replay(pages.reduce((threads, replies) => mergeReplies(threads, id, replies), data)),
  )
  return pages.reduce(mergeReplyPage, thread)
}

/** Removes a deleted comment with its replies from the cached threads and from the note's comment count. */
export function removeCommentFromCache(client: QueryClient, postId: number, id: number, deletedCount: number) {
  updateThreads(client, postId, (data) => removeComment(data, id, deletedCount))
  invalidateOtherOrder(client, postId)
  patchPost(client, postId, (post) => ({ comment_count: Math.max(0, post.comment_count - deletedCount) }))
}

export function useMoreReplies(thread: LoadedThread) {
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)
  async function load() {
    setLoading(true)
    try {
      await fetchMoreReplies(client, thread)
    } catch (error) {
      toast.error(messageOf(error, '加载失败，请重试'))
    } finally {
      setLoading(false)
    }
  }
  return { loading, load }
}

/** Every query of comments and replies, and every change that a person makes to one. */
import type { Comment, Thread } from '@shiliu/contract/comments'
import * as api from '@shiliu/contract/comments'
import type { OutputOf } from '@shiliu/contract/endpoint'
import * as likes from '@shiliu/contract/likes'
import { PAGE, TARGET } from '@shiliu/contract/limits'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { sendOnce } from '#api/unanswered.ts'
import { change } from '#data/changes.ts'
import { addToList, fetchList, nextStart, useList } from '#data/lists.ts'
import { patiently } from '#data/patience.ts'
import { comments, type LoadedComment, notes, type PageStart, tick } from '#data/records.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { countComments, showRefusal } from '../post/post.queries.ts'
import { requireLogin } from '../user/require-login.ts'

export type Sort = 'desc' | 'asc'
/** A top-level comment with the ids of its loaded replies. */
export type LoadedThread = Comment & Required<Pick<LoadedComment, 'replies' | 'reply_total' | 'first_page' | 'next'>>

export const REPLY_PAGE_SIZE = PAGE.maxLimit

/** How often a comment is looked for where its lists change meanwhile. */
const ATTEMPTS = 3

function loaded({ replies, ...thread }: Thread): LoadedThread {
  const next = thread.reply_total > replies.length ? { page: 1 } : null
  return { ...thread, replies: replies.map(({ id }) => id), first_page: 1, next }
}

function threadList(postId: number, sort: Sort, firstPage: number) {
  return {
    records: comments,
    key: keys.comments(postId, sort, firstPage),
    firstPage,
    async fetch(start: PageStart, signal: AbortSignal, askedAt: number) {
      const query = { ...start, limit: PAGE.comments, sort }
      const { comments: threads, pagination } = await call(api.listOfPost, { params: { id: postId }, query, signal })
      comments.put(
        threads.flatMap(({ replies }) => replies),
        askedAt,
      )
      notes.patch([postId], { comment_count: pagination.total }, askedAt)
      return { items: threads.map(loaded), pagination }
    },
  }
}

/** The comments of a note from a page on, with the first replies of each. */
export const useComments = (postId: number, sort: Sort, firstPage: number) =>
  useList(threadList(postId, sort, firstPage))

export const useComment = (id: number) => comments.use(id)

/** The loaded replies of a thread, oldest first. */
export const useReplies = ({ replies }: LoadedThread) => comments.useAll(replies) as readonly Comment[]

/** Loads the next replies of a thread; with a `start`, those from there on instead of what is not joined to them. */
export async function loadReplies(threadId: number, start = comments.get(threadId)?.next) {
  const askedAt = tick()
  const query = { ...start, limit: REPLY_PAGE_SIZE, deep: '1' as const }
  const { comments: replies, pagination } = await call(api.replies, { params: { id: threadId }, query })
  comments.put(replies, askedAt)
  const thread = comments.get(threadId)
  const first_page = start?.page ?? thread?.first_page ?? 1
  const known = first_page === thread?.first_page ? (thread.replies ?? []) : []
  const ids = [...new Set([...known, ...replies.map(({ id }) => id)])].sort((a, b) => a - b)
  const reply_total = Math.max(pagination.total, ids.length)
  comments.patch([threadId], { replies: ids, reply_total, first_page, next: nextStart(pagination) ?? null }, tick())
}

/** Loads the lists around a comment. Resolves to the page of the note's comments, or to null if it is gone. */
export async function loadAround(postId: number, id: number, sort: Sort): Promise<number | null> {
  const query = { sort, limit: PAGE.comments, reply_limit: REPLY_PAGE_SIZE }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const place = await call(api.place, { params: { id }, query }).catch(nullIfDeleted)
    if (place?.post_id !== postId) return null
    const { thread_id, page, reply_page } = place
    // A list that was loaded before is asked for again if the comment is newer.
    const fresh = attempt > 0 && { staleTime: 0 }
    const threads = await fetchList({ ...threadList(postId, sort, page), ...fresh })
    const isLoaded = () => thread_id === id || comments.get(thread_id)?.replies?.includes(id)
    if (!threads.includes(thread_id)) continue
    if (reply_page !== null && !isLoaded()) await loadReplies(thread_id, { page: reply_page })
    if (isLoaded()) return page
  }
  throw new Error(`comment ${id} is not where it was said to be`)
}

/** The thread that a comment is, or that a reply is in; undefined where it is not loaded. */
function threadOf(id: number): LoadedComment | undefined {
  const own = comments.get(id)
  if (own?.replies) return own
  const [thread] = comments.ids(({ replies }) => replies?.includes(id) === true)
  return thread === undefined ? undefined : comments.get(thread)
}

/** Of `WaitingLine`: writing a comment of the note, or a reply to `parentId`. */
export const commentStep = (postId: number, parentId: number | null) => `comment-${postId}-${parentId ?? 0}`

/** With `moderation` where it waits for review. */
type Written = OutputOf<typeof api.create>

/** Writes a comment, or a reply to `parentId`. A new comment stands first, a reply last (docs/product.md#comments). */
export async function writeComment(postId: number, content: string, parentId: number | null): Promise<Written> {
  const body = { post_id: postId, content, parent_id: parentId }
  const comment = await patiently(commentStep(postId, parentId), () =>
    sendOnce(body, (headers) => call(api.create, { body, headers })),
  )
  if (comment.moderation) {
    // Its author finds it above the others.
    void queryClient.invalidateQueries({ queryKey: keys.anyWithheld })
    return comment
  }
  const at = tick()
  const thread = parentId === null ? undefined : threadOf(parentId)
  if (parentId === null) {
    comments.put([{ ...comment, replies: [], reply_total: 0, first_page: 1, next: null }], at)
    const lists = queryClient.getQueryCache().findAll({ queryKey: keys.commentsOfPost(postId) })
    for (const { queryKey } of lists) addToList(queryKey, comment.id)
  } else {
    comments.put([comment], at)
    comments.patch([parentId], { reply_count: (comments.get(parentId)?.reply_count ?? 0) + 1 }, at)
  }
  if (thread?.replies && thread.reply_total !== undefined) {
    const replies = [...thread.replies, comment.id]
    comments.patch([thread.id], { replies, reply_total: thread.reply_total + 1 }, at)
  }
  countComments(postId, 1)
  outdateOtherOrder(postId)
  return comment
}

/** The order that is not shown is asked for again when it is selected. */
function outdateOtherOrder(postId: number) {
  const queryKey = keys.commentsOfPost(postId)
  void queryClient.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
}

/** Takes a deleted comment with its replies from the page; `deletedCount` is the server's count. Returns their ids. */
export function dropComment(postId: number, id: number, deletedCount: number): Set<number> {
  const { parent_id } = comments.get(id) ?? {}
  const thread = threadOf(id)
  const gone = new Set([id])
  for (const reply of thread?.replies ?? []) {
    const parent = comments.get(reply)?.parent_id
    if (parent && gone.has(parent)) gone.add(reply)
  }
  for (const one of gone) comments.remove(one)
  const parent = parent_id ? comments.get(parent_id) : undefined
  if (parent?.reply_count) comments.patch([parent.id], { reply_count: parent.reply_count - 1 }, tick())
  if (thread?.replies && thread.id !== id) {
    const replies = thread.replies.filter((reply) => !gone.has(reply))
    const reply_total = Math.max(replies.length, (thread.reply_total ?? 0) - deletedCount)
    comments.patch([thread.id], { replies, reply_total }, tick())
  }
  countComments(postId, -deletedCount)
  outdateOtherOrder(postId)
  return gone
}

const isDeleted = (error: unknown) => error instanceof ApiError && error.error === 'comment_not_found'

function nullIfDeleted(error: unknown) {
  if (isDeleted(error)) return null
  throw error
}

/** Deletes a comment or reply of the viewer after a confirmation. Calls `onRemove` before it goes from the page. */
export async function deleteComment({ id, post_id, parent_id, reply_count }: Comment, onRemove: () => void) {
  const what = parent_id === null ? '评论' : '回复'
  const confirmed = await confirm({
    title: `删除${what}`,
    message: `${reply_count > 0 ? `这条${what}和它下面的回复会一起删除` : `这条${what}会被删除`}，7 秒内可以撤销`,
    type: 'warning',
    confirmLabel: '删除',
  })
  if (!confirmed) return
  try {
    let deleted = 0
    const send = async () => {
      deleted = (await call(api.remove, { params: { id } })).deletedCount
      return {}
    }
    if (!(await change(comments, id, { kind: 'delete', choice: true, send }))) return
    onRemove()
    const gone = dropComment(post_id, id, deleted)
    toast.undoable(`${what}已删除`, () => void restoreComment(post_id, id, gone, deleted))
  } catch (error) {
    // Already deleted elsewhere.
    if (error instanceof ApiError && error.status === 404) {
      onRemove()
      dropComment(post_id, id, 1)
    }
    toast.error(messageOf(error, '删除失败，请重试'))
  }
}

/** Takes back a deletion. */
async function restoreComment(postId: number, id: number, gone: Iterable<number>, deletedCount: number) {
  try {
    await call(api.restore, { params: { id } })
  } catch (error) {
    toast.error(messageOf(error, '撤销失败，请重试'))
    return
  }
  comments.restore(gone)
  countComments(postId, deletedCount)
  toast.success('已恢复')
  void queryClient.invalidateQueries({ queryKey: keys.commentsOfPost(postId) })
}

/** Likes or unlikes a comment or reply. `toastMs` is how long a failure's toast stays. */
export async function toggleCommentLike(
  { id, post_id, liked, like_count }: Pick<Comment, 'id' | 'post_id' | 'liked' | 'like_count'>,
  toastMs?: number,
) {
  if (!requireLogin()) return
  comments.put([{ id, post_id, liked, like_count }], 0)
  try {
    await change(comments, id, {
      kind: 'like',
      choice: !comments.get(id)?.liked,
      show: ({ liked: on = false, like_count: count = 0 }, choice) => ({
        liked: choice,
        like_count: Math.max(0, count + Number(choice) - Number(on)),
      }),
      async send(choice) {
        const body = { target_type: TARGET.comment, target_id: id }
        const said = await call(choice ? likes.create : likes.remove, { body })
        return { liked: said.liked, like_count: said.likeCount }
      },
    })
  } catch (error) {
    // A deleted note is found out by refetching it, see showRefusal.
    if (isDeleted(error)) {
      dropComment(post_id, id, 1)
      // Its notification says that the comment is gone.
      void queryClient.invalidateQueries({ queryKey: keys.notifications('comments') })
    }
    showRefusal(error, post_id, toastMs)
  }
}

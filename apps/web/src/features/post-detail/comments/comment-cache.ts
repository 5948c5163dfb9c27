/**
 * What happens to the cached threads of a note, as plain functions (spec section 4 «Comments»). What happened already, or
 * to comments that are not there, changes nothing: answers of another moment go through them again (decision 016).
 */
import type { Comment, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { InfiniteData } from '@tanstack/react-query'
import { without } from '#api/paging.ts'

/** How many replies are asked for at once. */
export const REPLIES = 10

/** A thread and, once some of its other replies were asked for, how many of the oldest were. */
export type LoadedThread = Thread & { reached?: number }
export type CommentPage = { comments: LoadedThread[]; pagination: Pagination }
export type ReplyPage = { comments: Comment[]; pagination: Pagination }
export type Threads = InfiniteData<CommentPage>

function mapThreads(data: Threads, change: (thread: LoadedThread) => LoadedThread | null): Threads {
  const pages = data.pages.map((page) => ({ ...page, comments: page.comments.flatMap((one) => change(one) ?? []) }))
  return { ...data, pages }
}

function countMore(data: Threads, more: number): Threads {
  const pages = data.pages.map(({ comments, pagination }) => ({
    comments,
    pagination: { ...pagination, total: Math.max(0, pagination.total + more) },
  }))
  return { ...data, pages }
}

/** Each thread once: new comments push others from one page to the next. */
export function threadsOf(data: Threads | undefined): LoadedThread[] {
  const seen = new Set<number>()
  const all = data?.pages.flatMap((page) => page.comments) ?? []
  return all.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** A new comment stands first, whatever the order. */
export function addThread(data: Threads, comment: Comment): Threads {
  if (holds(data, comment.id)) return data
  const thread = { ...comment, replies: [], reply_total: 0 }
  const pages = data.pages.map((page, at) => (at === 0 ? { ...page, comments: [thread, ...page.comments] } : page))
  return countMore({ ...data, pages }, 1)
}

/** A new reply stands last in its thread. */
export function addReply(data: Threads, threadId: number, reply: Comment): Threads {
  if (!holds(data, threadId) || holds(data, reply.id)) return data
  const added = mapThreads(data, (thread) => {
    if (thread.id !== threadId) return thread
    const answered = moreAnswers(thread, reply.parent_id, 1)
    const replies = [...answered.replies, reply]
    return { ...answered, replies, reached: reachedOf(thread), reply_total: thread.reply_total + 1 }
  })
  return countMore(added, 1)
}

/** The comment or reply that `parentId` names has `more` direct answers. */
function moreAnswers(thread: LoadedThread, parentId: number | null, more: number): LoadedThread {
  const count = <C extends Comment>(one: C): C =>
    one.id === parentId ? { ...one, reply_count: Math.max(0, one.reply_count + more) } : one
  return { ...count(thread), replies: thread.replies.map(count) }
}

/** At first those that came with the thread; own new ones stand at the end, wherever that is. */
const reachedOf = (thread: LoadedThread) => thread.reached ?? thread.replies.length

/** The page of a thread's replies to be asked for next; those of it that are there already do no harm. */
export function pageAfter(thread: LoadedThread): number {
  return Math.floor(reachedOf(thread) / REPLIES) + 1
}

/** The first page that may hold others than when it was asked for, `fewer` replies having gone since. */
export function pageBefore(thread: LoadedThread, fewer: number): number {
  return Math.floor(Math.max(0, reachedOf(thread) - fewer) / REPLIES) + 1
}

/** A thread with a page of its replies; those that are there already stay as they are, the oldest first. */
export function withReplies(thread: LoadedThread, { comments, pagination }: ReplyPage): LoadedThread {
  const all = new Map([...comments, ...thread.replies].map((reply) => [reply.id, reply]))
  const replies = [...all.values()].sort((a, b) => a.id - b.id)
  const reply_total = Math.max(pagination.total, replies.length)
  const before = reachedOf(thread)
  const from = (pagination.page - 1) * pagination.limit
  const reached = from > before ? before : Math.max(before, Math.min(from + pagination.limit, pagination.total))
  // All were asked for and some are not here: others changed the thread meanwhile.
  const missed = reached >= pagination.total && replies.length < reply_total
  return { ...thread, replies, reply_total, reached: missed ? 0 : reached }
}

/** `withReplies`, where the thread is. */
export function mergeReplies(data: Threads, threadId: number, page: ReplyPage): Threads {
  return mapThreads(data, (thread) => (thread.id === threadId ? withReplies(thread, page) : thread))
}

/** Replies that answer `id`, directly or not, among those of a thread. */
function answersTo(id: number, replies: readonly Comment[]): Set<number> {
  const inside = new Set([id])
  for (const reply of replies) if (reply.parent_id !== null && inside.has(reply.parent_id)) inside.add(reply.id)
  return inside
}

/** Takes a comment or reply out with all that answers it; the server tells how many those were. */
export function removeComment(data: Threads, id: number, deletedCount: number): Threads {
  if (!holds(data, id)) return data
  const mapped = mapThreads(data, (thread) => {
    if (thread.id === id) return null
    const parentId = thread.replies.find((reply) => reply.id === id)?.parent_id
    if (parentId === undefined) return thread
    const gone = answersTo(id, thread.replies)
    const answered = moreAnswers(thread, parentId, -1)
    const replies = answered.replies.filter((reply) => !gone.has(reply.id))
    const reached = reachedOf(thread)
    // Those after them moved up.
    const moved = thread.replies.slice(0, reached).filter((reply) => gone.has(reply.id)).length
    const reply_total = Math.max(replies.length, thread.reply_total - deletedCount)
    return { ...answered, replies, reply_total, reached: reached - moved }
  })
  const isThread = data.pages.some(({ comments }) => comments.some((thread) => thread.id === id))
  return countMore(isThread ? without(mapped, String(id)) : mapped, -deletedCount)
}

/** Merges fields into a comment or reply. */
export function patchComment(data: Threads, id: number, patch: Partial<Comment>): Threads {
  return mapThreads(data, (thread) => {
    if (thread.id === id) return { ...thread, ...patch }
    if (!thread.replies.some((reply) => reply.id === id)) return thread
    return { ...thread, replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, ...patch } : reply)) }
  })
}

/** Whether the comment is among those that are loaded. */
export function holds(data: Threads | undefined, id: number): boolean {
  return threadsOf(data).some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id))
}

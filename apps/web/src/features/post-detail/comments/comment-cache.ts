/** What happens to the cached threads of a note, as plain functions (spec section 4 «Comments»). */
import type { Comment, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { InfiniteData } from '@tanstack/react-query'

export type CommentPage = { comments: Thread[]; pagination: Pagination }
export type Threads = InfiniteData<CommentPage>

function mapThreads(data: Threads, change: (thread: Thread) => Thread | null): Threads {
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
export function threadsOf(data: Threads | undefined): Thread[] {
  const seen = new Set<number>()
  const all = data?.pages.flatMap((page) => page.comments) ?? []
  return all.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** A new comment stands first, whatever the order. */
export function addThread(data: Threads, comment: Comment): Threads {
  const thread = { ...comment, replies: [], reply_total: 0 }
  const pages = data.pages.map((page, at) => (at === 0 ? { ...page, comments: [thread, ...page.comments] } : page))
  return countMore({ ...data, pages }, 1)
}

/** A new reply stands last in its thread. */
export function addReply(data: Threads, threadId: number, reply: Comment): Threads {
  const added = mapThreads(data, (thread) =>
    thread.id === threadId
      ? {
          ...thread,
          replies: [...thread.replies, reply],
          reply_total: thread.reply_total + 1,
          reply_count: thread.reply_count + (reply.parent_id === threadId ? 1 : 0),
        }
      : thread,
  )
  return countMore(added, 1)
}

/** Older replies that were asked for; those that are there already stay once, the oldest first. */
export function mergeReplies(data: Threads, threadId: number, older: readonly Comment[]): Threads {
  return mapThreads(data, (thread) => {
    if (thread.id !== threadId) return thread
    const fresh = new Map([...thread.replies, ...older].map((reply) => [reply.id, reply]))
    return { ...thread, replies: [...fresh.values()].sort((a, b) => a.id - b.id) }
  })
}

/** Replies that answer `id`, directly or not, among those of a thread. */
function answersTo(id: number, replies: readonly Comment[]): Set<number> {
  const inside = new Set([id])
  for (const reply of replies) if (reply.parent_id !== null && inside.has(reply.parent_id)) inside.add(reply.id)
  return inside
}

/** Takes a comment or reply out with all that answers it; the server tells how many those were. */
export function removeComment(data: Threads, id: number, deletedCount: number): Threads {
  const without = mapThreads(data, (thread) => {
    if (thread.id === id) return null
    if (!thread.replies.some((reply) => reply.id === id)) return thread
    const gone = answersTo(id, thread.replies)
    const replies = thread.replies.filter((reply) => !gone.has(reply.id))
    return { ...thread, replies, reply_total: Math.max(replies.length, thread.reply_total - deletedCount) }
  })
  return countMore(without, -deletedCount)
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

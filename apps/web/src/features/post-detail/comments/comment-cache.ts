// Pure updates of a note's cached comment threads. Each is idempotent and ignores comments that are not loaded, because
// it is replayed on responses that arrive later (docs/decisions/016-optimistic-updates.md).
import type { Comment, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { InfiniteData } from '@tanstack/react-query'
import { withRemoval } from '#api/paging.ts'

export const REPLY_PAGE_SIZE = 10

/** `loadedUpTo`: how many of the oldest replies are loaded without a gap, once more than the first ones were. */
export type LoadedThread = Thread & { loadedUpTo?: number }
export type CommentPage = { comments: LoadedThread[]; pagination: Pagination }
export type ReplyPage = { comments: Comment[]; pagination: Pagination }
export type Threads = InfiniteData<CommentPage>

function mapThreads(data: Threads, change: (thread: LoadedThread) => LoadedThread | null): Threads {
  const pages = data.pages.map((page) => ({ ...page, comments: page.comments.flatMap((one) => change(one) ?? []) }))
  return { ...data, pages }
}

function adjustTotal(data: Threads, more: number): Threads {
  const pages = data.pages.map(({ comments, pagination }) => ({
    comments,
    pagination: { ...pagination, total: Math.max(0, pagination.total + more) },
  }))
  return { ...data, pages }
}

/** The threads of all pages without duplicates, which appear when new comments shift others onto the next page. */
export function uniqueThreads(data: Threads | undefined): LoadedThread[] {
  const seen = new Set<number>()
  const all = data?.pages.flatMap((page) => page.comments) ?? []
  return all.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Adds a new comment at the top, in either order. */
export function addThread(data: Threads, comment: Comment): Threads {
  if (hasComment(data, comment.id)) return data
  const thread = { ...comment, replies: [], reply_total: 0 }
  const pages = data.pages.map((page, at) => (at === 0 ? { ...page, comments: [thread, ...page.comments] } : page))
  return adjustTotal({ ...data, pages }, 1)
}

export function addReply(data: Threads, threadId: number, reply: Comment): Threads {
  if (!hasComment(data, threadId) || hasComment(data, reply.id)) return data
  const added = mapThreads(data, (thread) => {
    if (thread.id !== threadId) return thread
    const parent = adjustReplyCount(thread, reply.parent_id, 1)
    const replies = [...parent.replies, reply]
    return { ...parent, replies, loadedUpTo: loadedCount(thread), reply_total: thread.reply_total + 1 }
  })
  return adjustTotal(added, 1)
}

/** Adds `more` to the direct reply count of the comment or reply `parentId`. */
function adjustReplyCount(thread: LoadedThread, parentId: number | null, more: number): LoadedThread {
  const count = <C extends Comment>(one: C): C =>
    one.id === parentId ? { ...one, reply_count: Math.max(0, one.reply_count + more) } : one
  return { ...count(thread), replies: thread.replies.map(count) }
}

const loadedCount = (thread: LoadedThread) => thread.loadedUpTo ?? thread.replies.length

/** The next page of replies to fetch; it may overlap the loaded ones. */
export function nextReplyPage(thread: LoadedThread): number {
  return Math.floor(loadedCount(thread) / REPLY_PAGE_SIZE) + 1
}

/** The first page whose content may have changed since it was fetched, if `deleted` replies are gone since. */
export function firstStalePage(thread: LoadedThread, deleted: number): number {
  return Math.floor(Math.max(0, loadedCount(thread) - deleted) / REPLY_PAGE_SIZE) + 1
}

/** Merges a page of replies into a thread, oldest first; loaded replies are kept as they are. */
export function mergeReplyPage(thread: LoadedThread, { comments, pagination }: ReplyPage): LoadedThread {
  const all = new Map([...comments, ...thread.replies].map((reply) => [reply.id, reply]))
  const replies = [...all.values()].sort((a, b) => a.id - b.id)
  const reply_total = Math.max(pagination.total, replies.length)
  const previous = loadedCount(thread)
  const from = (pagination.page - 1) * pagination.limit
  const loadedUpTo =
    from > previous ? previous : Math.max(previous, Math.min(from + pagination.limit, pagination.total))
  // Everything was fetched but some replies are missing: the thread changed meanwhile, so fetching starts again.
  const incomplete = loadedUpTo >= pagination.total && replies.length < reply_total
  return { ...thread, replies, reply_total, loadedUpTo: incomplete ? 0 : loadedUpTo }
}

export function mergeReplies(data: Threads, threadId: number, page: ReplyPage): Threads {
  return mapThreads(data, (thread) => (thread.id === threadId ? mergeReplyPage(thread, page) : thread))
}

/** `id` and all its direct and indirect replies. */
function withDescendants(id: number, replies: readonly Comment[]): Set<number> {
  const ids = new Set([id])
  for (const reply of replies) if (reply.parent_id !== null && ids.has(reply.parent_id)) ids.add(reply.id)
  return ids
}

/** Removes a comment or reply with its replies; `deletedCount` is the server's count of them. */
export function removeComment(data: Threads, id: number, deletedCount: number): Threads {
  if (!hasComment(data, id)) return data
  const mapped = mapThreads(data, (thread) => {
    if (thread.id === id) return null
    const parentId = thread.replies.find((reply) => reply.id === id)?.parent_id
    if (parentId === undefined) return thread
    const deleted = withDescendants(id, thread.replies)
    const parent = adjustReplyCount(thread, parentId, -1)
    const replies = parent.replies.filter((reply) => !deleted.has(reply.id))
    const loaded = loadedCount(thread)
    const deletedLoaded = thread.replies.slice(0, loaded).filter((reply) => deleted.has(reply.id)).length
    const reply_total = Math.max(replies.length, thread.reply_total - deletedCount)
    return { ...parent, replies, reply_total, loadedUpTo: loaded - deletedLoaded }
  })
  const isThread = data.pages.some(({ comments }) => comments.some((thread) => thread.id === id))
  return adjustTotal(isThread ? withRemoval(mapped, String(id)) : mapped, -deletedCount)
}

export function patchComment(data: Threads, id: number, patch: Partial<Comment>): Threads {
  return mapThreads(data, (thread) => {
    if (thread.id === id) return { ...thread, ...patch }
    if (!thread.replies.some((reply) => reply.id === id)) return thread
    return { ...thread, replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, ...patch } : reply)) }
  })
}

export function hasComment(data: Threads | undefined, id: number): boolean {
  return uniqueThreads(data).some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id))
}

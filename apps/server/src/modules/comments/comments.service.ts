/** Reading comments and moving their counters. Owns `comments`, `comment_images` (writing is in comment-writing). */
import type { Comment, list, replies, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { groupBy, isBeyond, offset, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { loadComments } from './comment-cards.ts'
import * as repo from './comments.repo.ts'

export type { CommentCounter, CommentRow } from './comments.repo.ts'

/** Replies that a thread shows before it is unfolded (spec section 9). */
const REPLIES_SHOWN = 2

type ThreadPage = { comments: Thread[]; pagination: Pagination }

/**
 * Top-level comments of a note with the first replies of each, newest first unless `sort` is `asc`. `total` counts
 * replies in (wire rule 18), `pages` does not: pages are made of top-level comments. Throws `post_not_found`.
 */
export async function listThreads(
  ctx: Ctx,
  viewerId: number | null,
  postId: number,
  query: PageQuery & { sort?: string | undefined },
): Promise<ThreadPage> {
  const post = await posts.requireVisible(ctx, viewerId, postId)
  const topLevel = await repo.countTopLevel(ctx.db, post.id)
  const { page, limit, pages } = paginationOf(query, topLevel)
  const order = query.sort === 'asc' ? 'asc' : 'desc'
  const ids = isBeyond(query, topLevel) ? [] : await repo.listTopLevelIds(ctx.db, post.id, order, query)
  const first = await repo.listFirstReplies(ctx.db, ids, REPLIES_SHOWN)
  const totals = await repo.countThreads(ctx.db, ids)
  const loaded = await loadComments(ctx, viewerId, [...ids, ...first.map((reply) => reply.id)])
  const comments = new Map(loaded.map((comment) => [comment.id, comment]))
  const repliesOf = groupBy(first, (reply) => reply.rootId)
  const threads = ids.flatMap((id) => {
    const comment = comments.get(id)
    const replies = repliesOf.get(id) ?? []
    const shown = replies.flatMap((reply) => comments.get(reply.id) ?? [])
    return comment ? [{ ...comment, replies: shown, reply_total: totals.get(id) ?? 0 }] : []
  })
  return { comments: threads, pagination: { page, limit, total: post.comment_count, pages } }
}

/** GET /comments: as `listThreads`. Throws `invalid_input` without a note (spec section 5 «Comments»). */
export async function listByPost(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<ThreadPage> {
  if (query.post_id === undefined) throw new AppError('invalid_input', { field: 'post_id', message: '笔记ID无效' })
  return listThreads(ctx, viewerId, query.post_id, query)
}

/** Replies to a comment, oldest first; `deep` also those to its replies. Throws `comment_not_found`. */
export async function listReplies(
  ctx: Ctx,
  viewerId: number | null,
  id: number,
  query: QueryOf<typeof replies>,
): Promise<{ comments: Comment[]; pagination: Pagination }> {
  const comment = await requireComment(ctx, id)
  await posts.requireVisible(ctx, viewerId, comment.post_id).catch(asCommentGone)
  const { ids, total } = query.deep ? await deepReplies(ctx, comment, query) : await directReplies(ctx, comment, query)
  return { comments: await loadComments(ctx, viewerId, ids), pagination: paginationOf(query, total) }
}

async function directReplies(ctx: Ctx, { id, reply_count }: repo.CommentRow, page: PageQuery) {
  const ids = isBeyond(page, reply_count) ? [] : await repo.listReplyIds(ctx.db, 'parent_id', id, page)
  return { ids, total: reply_count }
}

async function deepReplies(ctx: Ctx, comment: repo.CommentRow, page: PageQuery) {
  if (comment.root_id === null) {
    const total = await repo.countReplies(ctx.db, 'root_id', comment.id)
    const ids = isBeyond(page, total) ? [] : await repo.listReplyIds(ctx.db, 'root_id', comment.id, page)
    return { ids, total }
  }
  const all = (await subtree(ctx, comment)).filter((id) => id !== comment.id)
  return { ids: all.slice(offset(page), offset(page) + page.limit), total: all.length }
}

/** Ids of a comment and of all that answers it, directly or not, oldest first. */
async function subtree(ctx: Ctx, comment: repo.CommentRow): Promise<number[]> {
  const inside = new Set([comment.id])
  // In order of age: what answers a comment is younger than it.
  for (const { id, parent_id } of await repo.listLinks(ctx.db, comment.root_id ?? comment.id)) {
    if (parent_id !== null && inside.has(parent_id)) inside.add(id)
  }
  return [...inside]
}

/**
 * A comment that the caller's transaction is about to change or hang something on. Its note is locked, which guards all
 * that hangs below the note too: one lock, always the first one, and nobody waits in a circle. Throws `comment_not_found`.
 */
export async function lockComment(t: Ctx, id: number): Promise<repo.CommentRow> {
  const { post_id } = await requireComment(t, id)
  await posts.lockPublished(t, post_id).catch(asCommentGone)
  // Read again: until the note was locked, others could change the comment or delete it.
  return requireComment(t, id)
}

/** Moves one counter of a comment within the caller's transaction, which has locked the note or the comment. */
export async function addToCounter(t: Ctx, id: number, counter: repo.CommentCounter, delta: number): Promise<void> {
  await repo.addToCommentCounter(t.db, id, counter, delta)
  pagesChanged(t)
}

async function requireComment(ctx: Ctx, id: number): Promise<repo.CommentRow> {
  const comment = await repo.findComment(ctx.db, id)
  if (!comment) throw new AppError('comment_not_found')
  return comment
}

/** A comment on a note that one may not see is as good as gone. */
function asCommentGone(error: unknown): never {
  throw error instanceof AppError && error.code === 'post_not_found' ? new AppError('comment_not_found') : error
}

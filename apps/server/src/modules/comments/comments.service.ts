/** Reads comments, locks them and moves their counters. The module owns `comments` and `comment_images`. */
import type { Comment, list, replies, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { isBeyondLastPage, offset, type PageQuery, paginationOf } from '#platform/db/pagination.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { invalidatePages } from '#platform/events/invalidate-pages.ts'
import * as repo from './comments.repo.ts'
import { loadComments } from './load-comments.ts'

export type { CommentCounter, CommentRow } from './comments.repo.ts'

const REPLIES_SHOWN = 2

type ThreadPage = { comments: Thread[]; pagination: Pagination }

/** Newest first unless `sort` is `asc`. `total` includes replies, `pages` does not. Throws `post_not_found`. */
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
  const ids = isBeyondLastPage(query, topLevel) ? [] : await repo.listTopLevelIds(ctx.db, post.id, order, query)
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

/** As `listThreads`, with the post id in the query. Throws `invalid_input` without one. */
export async function listByPost(ctx: Ctx, viewerId: number | null, query: QueryOf<typeof list>): Promise<ThreadPage> {
  if (query.post_id === undefined) throw new AppError('invalid_input', { field: 'post_id', message: '笔记ID无效' })
  return listThreads(ctx, viewerId, query.post_id, query)
}

/** Direct replies to a comment, or with `deep` all its descendants, oldest first. Throws `comment_not_found`. */
export async function listReplies(
  ctx: Ctx,
  viewerId: number | null,
  id: number,
  query: QueryOf<typeof replies>,
): Promise<{ comments: Comment[]; pagination: Pagination }> {
  const comment = await requireComment(ctx, id)
  await posts.requireVisible(ctx, viewerId, comment.post_id).catch(asCommentNotFound)
  const { ids, total } = query.deep ? await deepReplies(ctx, comment, query) : await directReplies(ctx, comment, query)
  return { comments: await loadComments(ctx, viewerId, ids), pagination: paginationOf(query, total) }
}

async function directReplies(ctx: Ctx, { id, reply_count }: repo.CommentRow, page: PageQuery) {
  const ids = isBeyondLastPage(page, reply_count) ? [] : await repo.listReplyIds(ctx.db, 'parent_id', id, page)
  return { ids, total: reply_count }
}

async function deepReplies(ctx: Ctx, comment: repo.CommentRow, page: PageQuery) {
  if (comment.root_id === null) {
    const total = await repo.countReplies(ctx.db, 'root_id', comment.id)
    const ids = isBeyondLastPage(page, total) ? [] : await repo.listReplyIds(ctx.db, 'root_id', comment.id, page)
    return { ids, total }
  }
  const all = [...(await withDescendants(ctx, [comment])).keys()].filter((id) => id !== comment.id)
  return { ids: all.slice(offset(page), offset(page) + page.limit), total: all.length }
}

/** These comments and their replies at any depth, by id. Of a single comment: oldest first. */
export async function withDescendants(ctx: Ctx, comments: repo.CommentLink[]): Promise<Map<number, repo.CommentLink>> {
  const found = new Map(comments.map((comment) => [comment.id, comment]))
  const rootIds = [...new Set(comments.map((comment) => comment.root_id ?? comment.id))]
  for (const some of chunks(rootIds)) {
    // Ordered by id, so that a parent comes before its replies.
    for (const link of await repo.listThreadLinks(ctx.db, some)) {
      if (link.parent_id !== null && found.has(link.parent_id)) found.set(link.id, link)
    }
  }
  return found
}

/** Locks a comment by locking its post, as every writer does: writers cannot deadlock. Throws `comment_not_found`. */
export async function lockComment(t: Ctx, id: number): Promise<repo.CommentRow> {
  const { post_id } = await requireComment(t, id)
  await posts.lockPublished(t, post_id).catch(asCommentNotFound)
  // Re-read: until the post was locked, others could change or delete the comment.
  return requireComment(t, id)
}

/** The caller has locked the comments' posts. */
export async function addToCounter(t: Ctx, counter: repo.CommentCounter, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) await repo.addToCounter(t.db, counter, some)
  invalidatePages(t)
}

async function requireComment(ctx: Ctx, id: number): Promise<repo.CommentRow> {
  const comment = await repo.findComment(ctx.db, id)
  if (!comment) throw new AppError('comment_not_found')
  return comment
}

/** Hides comments of posts that the viewer may not see. */
function asCommentNotFound(error: unknown): never {
  throw error instanceof AppError && error.code === 'post_not_found' ? new AppError('comment_not_found') : error
}

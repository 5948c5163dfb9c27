/** Reads comments, locks them and moves their counters. The module owns `comments` and `comment_images`. */
import type { Comment, list, listOfPost, place, replies, Thread } from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { defineLists } from '#platform/cache/lists.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { type CursorQuery, idKey, listCursor, type Position } from '#platform/db/cursor.ts'
import { isBeyondLastPage, offset } from '#platform/db/pagination.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { recordJson, SharedPage } from '#platform/http/json-page.ts'
import * as repo from './comments.repo.ts'
import { commentsChanged, commentsOfPostTag, loadCommentRecords, loadComments } from './load-comments.ts'

export type { CommentCounter, CommentRow } from './comments.repo.ts'

/** Comments by id in whatever state they are. */
export const loadCommentsForModerators = (ctx: Ctx, ids: number[]): Promise<Comment[]> => loadComments(ctx, null, ids)

const REPLIES_SHOWN = 2

type ThreadPage = OutputOf<typeof listOfPost>
type ThreadQuery = { postId: number; order: 'asc' | 'desc'; at: Position<number> }

const threadCursor = (postId: number, order: string) => listCursor(`comments ${postId} ${order}`, idKey)

/** A page of threads and of their first replies. */
const threads = defineLists({
  name: 'threads',
  tags: ({ postId }: ThreadQuery) => [commentsOfPostTag(postId), posts.postTags.published(postId)],
  bytes: 1000,
  async load(ctx: Ctx, { postId, order, at }) {
    const topLevel = await repo.countTopLevel(ctx.db, postId)
    const found = isBeyondLastPage(at, topLevel) ? [] : await repo.listTopLevelIds(ctx.db, postId, order, at)
    const { rows: ids, pagination } = threadCursor(postId, order).page(found, at, topLevel, (id) => id)
    const replies = groupBy(await repo.listFirstReplies(ctx.db, ids, REPLIES_SHOWN), (reply) => reply.rootId)
    return { ids, pagination, replies, totals: await repo.countThreads(ctx.db, ids) }
  },
})

/** Newest first unless `sort` is `asc`. `total` includes replies, `pages` does not. Throws `post_not_found`. */
export async function listThreads(
  ctx: Ctx,
  viewerId: number | null,
  postId: number,
  query: CursorQuery & { sort?: string | undefined },
): Promise<SharedPage<ThreadPage>> {
  const order = query.sort === 'asc' ? 'asc' : 'desc'
  const at = threadCursor(postId, order).position(query)
  const { result, entry } = await threads.get(ctx, { postId, order, at })
  // After the list: a comment that is added between the two makes the list stale, and no page has an old total.
  const post = await posts.requireVisible(ctx, viewerId, postId)
  const replyIds = [...result.replies.values()].flat().map((reply) => reply.id)
  const records = await loadCommentRecords(ctx, [...result.ids, ...replyIds])
  const shown = result.ids.flatMap((id) => {
    const record = records.get(id)
    const replies = (result.replies.get(id) ?? []).flatMap((reply) => records.get(reply.id) ?? [])
    if (!record) return []
    const extra = { replies: replies.map((reply) => recordJson(reply)), reply_total: result.totals.get(id) ?? 0 }
    return recordJson<Comment, Pick<Thread, 'replies' | 'reply_total'>>(record, extra)
  })
  const pagination = { ...result.pagination, total: post.comment_count }
  return new SharedPage<ThreadPage>({ comments: shown, pagination }, [entry])
}

/** As `listThreads`, with the post id in the query. Throws `invalid_input` without one. */
export async function listByPost(
  ctx: Ctx,
  viewerId: number | null,
  query: QueryOf<typeof list>,
): Promise<SharedPage<ThreadPage>> {
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
  const { total, rows } = query.deep ? await deepReplies(ctx, comment) : directReplies(ctx, comment)
  const cursors = listCursor(`replies ${id} ${query.deep === true}`, idKey)
  const { rows: ids, pagination } = await cursors.read(query, total, { rows, key: (reply) => reply })
  return { comments: await loadComments(ctx, viewerId, ids), pagination }
}

type Replies = { total: number; rows(at: Position<number>): Promise<number[]> }

function directReplies(ctx: Ctx, { id, reply_count }: repo.CommentRow): Replies {
  return { total: reply_count, rows: (at) => repo.listReplyIds(ctx.db, 'parent_id', id, at) }
}

async function deepReplies(ctx: Ctx, comment: repo.CommentRow): Promise<Replies> {
  if (comment.root_id === null) {
    const total = await repo.countReplies(ctx.db, 'root_id', comment.id)
    return { total, rows: (at) => repo.listReplyIds(ctx.db, 'root_id', comment.id, at) }
  }
  const found = [...(await withDescendants(ctx, [comment])).values()]
  const all = found.flatMap(({ id, is_private }) => (id === comment.id || is_private === 1 ? [] : id))
  return {
    total: all.length,
    async rows(at) {
      const from = at.after === undefined ? offset(at) : all.findIndex((id) => id > Number(at.after))
      return from < 0 ? [] : all.slice(from, from + at.limit + 1)
    },
  }
}

/** The pages that a comment is on. Throws `comment_not_found`. */
export async function findPlace(
  ctx: Ctx,
  viewerId: number | null,
  id: number,
  { sort, limit, reply_limit }: QueryOf<typeof place>,
): Promise<OutputOf<typeof place>> {
  const { post_id, root_id } = await requireComment(ctx, id)
  await posts.requireVisible(ctx, viewerId, post_id).catch(asCommentNotFound)
  const thread_id = root_id ?? id
  const before = await repo.countTopLevelBefore(ctx.db, post_id, thread_id, sort === 'asc' ? 'asc' : 'desc')
  const repliesBefore = root_id === null ? null : await repo.countRepliesBefore(ctx.db, root_id, id)
  return {
    post_id,
    thread_id,
    page: Math.floor(before / limit) + 1,
    reply_page: repliesBefore === null ? null : Math.floor(repliesBefore / reply_limit) + 1,
  }
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

/**
 * Locks a comment by locking its post, as every writer does: writers cannot deadlock. With `ownerId` also a private one
 * of that user's own. Throws `comment_not_found`.
 */
export async function lockComment(t: Ctx, id: number, ownerId?: number): Promise<repo.CommentRow> {
  const { post_id } = await requireComment(t, id, ownerId)
  await posts.lockPublished(t, post_id).catch(asCommentNotFound)
  // Re-read: until the post was locked, others could change or delete the comment.
  return requireComment(t, id, ownerId)
}

/** As `lockComment`, in whatever state comment and post are; undefined where there is none. */
export async function lockAnyComment(t: Ctx, id: number): Promise<repo.CommentRow | undefined> {
  const comment = await repo.findComment(t.db, id)
  if (comment) await posts.lockPosts(t, [comment.post_id])
  return repo.findComment(t.db, id)
}

/** Call it when the author of a comment appealed. */
export async function markAppealed(t: Ctx, id: number): Promise<void> {
  await repo.updateComments(t.db, [id], { appealed: 1 })
}

/** The caller has locked the comments' posts. */
export async function addToCounter(t: Ctx, counter: repo.CommentCounter, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) await repo.addToCounter(t.db, counter, some)
  commentsChanged(t, [...deltas.keys()])
}

/** A comment that all who see the post see, or with `ownerId` also a private one of that user's own. */
async function requireComment(ctx: Ctx, id: number, ownerId?: number): Promise<repo.CommentRow> {
  const comment = await repo.findComment(ctx.db, id)
  const isOwn = comment?.user_id === ownerId && comment?.state !== 'deleted'
  if (!comment || (comment.is_private === 1 && !isOwn)) throw new AppError('comment_not_found')
  return comment
}

/** Hides comments of posts that the viewer may not see. */
function asCommentNotFound(error: unknown): never {
  throw error instanceof AppError && error.code === 'post_not_found' ? new AppError('comment_not_found') : error
}

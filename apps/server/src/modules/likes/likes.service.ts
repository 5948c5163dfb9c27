/** Likes of posts and comments (docs/product.md#likes-and-collections). */
import type { LikeTarget } from '@shiliu/contract/likes'
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import type { PostPage } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import * as comments from '#modules/comments/comments.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { type CursorQuery, idKey, listCursor } from '#platform/db/cursor.ts'
import { readerOf } from '#platform/db/pagination.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './likes.repo.ts'

type State = { liked: boolean; likeCount: number }

export function eventKey({ target_type, target_id }: LikeTarget, userId: number): string {
  return `like:${target_type === TARGET.post ? 'post' : 'comment'}:${target_id}:${userId}`
}

type LockedTarget = {
  likeCount: number
  /** Moves the counters; returns the new number of likes. */
  addLikes(delta: 1 | -1): Promise<number>
  notification: notifications.NewNotification
}

/** Likes a post or a comment; idempotent. Throws `post_not_found`, `comment_not_found`. */
export function like(ctx: Ctx, userId: number, target: LikeTarget): Promise<State> {
  return tx(ctx, async (t) => {
    // The lock makes the check and the insert atomic.
    const locked = await lockTarget(t, userId, target)
    if (await repo.isLiked(t.db, userId, target)) return { liked: true, likeCount: locked.likeCount }
    const likeCount = await locked.addLikes(1)
    await repo.insertLike(t.db, userId, target, t.clock.now())
    await notifications.notify(t, locked.notification)
    return { liked: true, likeCount }
  })
}

/** Removes a like; idempotent. Throws `post_not_found`, `comment_not_found`. */
export function unlike(ctx: Ctx, userId: number, target: LikeTarget): Promise<State> {
  return tx(ctx, async (t) => {
    const locked = await lockTarget(t, userId, target)
    if (!(await repo.isLiked(t.db, userId, target))) return { liked: false, likeCount: locked.likeCount }
    const likeCount = await locked.addLikes(-1)
    await repo.deleteLike(t.db, userId, target)
    await notifications.withdrawNotification(t, locked.notification.userId, locked.notification.eventKey)
    return { liked: false, likeCount }
  })
}

function lockTarget(t: Ctx, userId: number, { target_type, target_id }: LikeTarget): Promise<LockedTarget> {
  return target_type === TARGET.post ? lockPost(t, userId, target_id) : lockComment(t, userId, target_id)
}

async function lockPost(t: Ctx, senderId: number, id: number): Promise<LockedTarget> {
  const post = await posts.lockPublished(t, id)
  return {
    likeCount: post.like_count,
    async addLikes(delta) {
      const likeCount = await posts.addToCounter(t, id, 'like_count', delta)
      await users.addToCounters(t, post.user_id, { like_count: delta })
      return likeCount
    },
    notification: {
      userId: post.user_id,
      senderId,
      type: NOTICE.likePost,
      targetId: id,
      commentId: null,
      eventKey: eventKey({ target_type: TARGET.post, target_id: id }, senderId),
    },
  }
}

/** Unlike those of posts, likes of comments do not count on their author's profile. */
async function lockComment(t: Ctx, senderId: number, id: number): Promise<LockedTarget> {
  const comment = await comments.lockComment(t, id)
  return {
    likeCount: comment.like_count,
    async addLikes(delta) {
      await comments.addToCounter(t, 'like_count', new Map([[id, delta]]))
      return comment.like_count + delta
    },
    notification: {
      userId: comment.user_id,
      senderId,
      type: NOTICE.likeComment,
      targetId: comment.post_id,
      commentId: id,
      eventKey: eventKey({ target_type: TARGET.comment, target_id: id }, senderId),
    },
  }
}

/** The published posts that the viewer likes, last liked first. Throws `user_not_found`, `forbidden` for another's. */
export async function listLikes(
  ctx: Ctx,
  reads: Db,
  viewerId: number,
  publicId: string,
  query: CursorQuery,
): Promise<PostPage> {
  const user = await users.requireOwnUser(ctx, viewerId, publicId)
  const db = await readerOf(ctx.db, reads, (db, few) => repo.hasMore(db, user.id, few))
  const total = await repo.countLiked(db, user.id)
  const { rows, pagination } = await listCursor(`likes ${user.id}`, idKey).read(query, total, {
    rows: (at) => repo.listLiked(db, user.id, at),
    key: (row) => row.like_id,
  })
  const times = new Map(rows.map((row) => [row.id, row.liked_at]))
  const cards = await posts.loadPostCards(ctx, viewerId, [...times.keys()])
  const liked = cards.map((card) => ({ ...card, liked_at: iso(times.get(card.id) ?? 0) }))
  return { posts: liked, pagination }
}

/** The caller has locked the posts concerned. */
export async function deleteLikesOfUser(t: Ctx, userId: number): Promise<void> {
  const likedPosts = await repo.listTargets(t.db, userId, TARGET.post)
  const likedComments = await repo.listTargets(t.db, userId, TARGET.comment)
  const authors = [...(await posts.countByAuthor(t, likedPosts))]
  await posts.addToCounterOfMany(t, 'like_count', equalDeltas(likedPosts, -1))
  await comments.addToCounter(t, 'like_count', equalDeltas(likedComments, -1))
  await users.addToCounterOfMany(t, 'like_count', new Map(authors.map(([id, n]) => [id, -n])))
  await repo.deleteLikesOf(t.db, t.engine, userId)
}

/** Likes of notes and comments (wire rule 15). Owns `likes`. */
import type { LikeTarget } from '@shiliu/contract/likes'
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import type { PostPage } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import * as comments from '#modules/comments/comments.service.ts'
import * as erasedComments from '#modules/comments/comments-erasure.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as postCounters from '#modules/posts/posts-counters.service.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { isBeyond, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './likes.repo.ts'

type State = { liked: boolean; likeCount: number }

/** Names the event for whoever is told of it. */
export function eventKey({ target_type, target_id }: LikeTarget, userId: number): string {
  return `like:${target_type === TARGET.post ? 'post' : 'comment'}:${target_id}:${userId}`
}

/** What is liked, locked: whom a like pleases and how it is counted. */
type Subject = {
  likeCount: number
  /** Moves the counters; answers the new number of likes. */
  addLikes(delta: 1 | -1): Promise<number>
  notice: notifications.Notice
}

/** Likes a note or a comment; it stays liked where it was. Throws `post_not_found`, `comment_not_found`. */
export function like(ctx: Ctx, userId: number, target: LikeTarget): Promise<State> {
  return tx(ctx, async (t) => {
    // The lock makes «is it there?» and the insert one step, for everyone who likes this.
    const subject = await lockSubject(t, userId, target)
    if (await repo.isLiked(t.db, userId, target)) return { liked: true, likeCount: subject.likeCount }
    const likeCount = await subject.addLikes(1)
    await repo.insertLike(t.db, userId, target, t.clock.now())
    await notifications.record(t, subject.notice)
    return { liked: true, likeCount }
  })
}

/** Likes it no longer; nothing happens where it was not liked. Throws `post_not_found`, `comment_not_found`. */
export function unlike(ctx: Ctx, userId: number, target: LikeTarget): Promise<State> {
  return tx(ctx, async (t) => {
    const subject = await lockSubject(t, userId, target)
    if (!(await repo.isLiked(t.db, userId, target))) return { liked: false, likeCount: subject.likeCount }
    const likeCount = await subject.addLikes(-1)
    await repo.deleteLike(t.db, userId, target)
    await notifications.withdraw(t, subject.notice.userId, subject.notice.eventKey)
    return { liked: false, likeCount }
  })
}

function lockSubject(t: Ctx, userId: number, { target_type, target_id }: LikeTarget): Promise<Subject> {
  return target_type === TARGET.post ? lockPost(t, userId, target_id) : lockComment(t, userId, target_id)
}

async function lockPost(t: Ctx, senderId: number, id: number): Promise<Subject> {
  const post = await posts.lockPublished(t, id)
  return {
    likeCount: post.like_count,
    async addLikes(delta) {
      const likeCount = await posts.addToCounter(t, id, 'like_count', delta)
      await users.addToCounters(t, post.user_id, { like_count: delta })
      return likeCount
    },
    notice: {
      userId: post.user_id,
      senderId,
      type: NOTICE.likePost,
      targetId: id,
      commentId: null,
      eventKey: eventKey({ target_type: TARGET.post, target_id: id }, senderId),
    },
  }
}

/** Likes of comments do not count for their author: a profile shows what one's notes received. */
async function lockComment(t: Ctx, senderId: number, id: number): Promise<Subject> {
  const comment = await comments.lockComment(t, id)
  return {
    likeCount: comment.like_count,
    async addLikes(delta) {
      await comments.addToCounter(t, id, 'like_count', delta)
      return comment.like_count + delta
    },
    notice: {
      userId: comment.user_id,
      senderId,
      type: NOTICE.likeComment,
      targetId: comment.post_id,
      commentId: id,
      eventKey: eventKey({ target_type: TARGET.comment, target_id: id }, senderId),
    },
  }
}

/** The published notes that a user likes, last liked first. Throws `user_not_found`. */
export async function listLikes(
  ctx: Ctx,
  viewerId: number | null,
  publicId: string,
  page: PageQuery,
): Promise<PostPage> {
  const user = await users.requireUser(ctx, publicId)
  const total = await repo.countLiked(ctx.db, user.id)
  const rows = isBeyond(page, total) ? [] : await repo.listLiked(ctx.db, user.id, page)
  const times = new Map(rows.map((row) => [row.id, row.liked_at]))
  const cards = await posts.loadPostCards(ctx, viewerId, [...times.keys()])
  const liked = cards.map((card) => ({ ...card, liked_at: iso(times.get(card.id) ?? 0) }))
  return { posts: liked, pagination: paginationOf(page, total) }
}

/** Takes back all likes of a user, within the transaction that has locked the notes concerned. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const likedPosts = await repo.listTargets(t.db, userId, TARGET.post)
  const likedComments = await repo.listTargets(t.db, userId, TARGET.comment)
  const authors = await repo.countByAuthor(t.db, userId)
  await postCounters.addToCounters(t, 'like_count', deltasOf(likedPosts, -1))
  await erasedComments.addToCounters(t, 'like_count', deltasOf(likedComments, -1))
  await users.addToCounterOfMany(t, 'like_count', new Map(authors.map(([id, n]) => [id, -n])))
  await repo.deleteLikesOf(t.db, userId)
}

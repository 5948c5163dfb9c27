import { TARGET } from '@shiliu/contract/limits'
import type { Row } from './demo.repo.ts'
import type { Random } from './random.ts'
import { DAY, timeAfter } from './random-times.ts'

type Post = Row<'posts'>
type Comment = Row<'comments'>
type Audience = { random: Random; now: number; users: Row<'users'>[] }

function sampleOthers({ random, users }: Audience, authorId: number, count: number): Row<'users'>[] {
  const some = random.sample(users, Math.min(count + 1, users.length))
  return some.filter((user) => user.id !== authorId).slice(0, count)
}

export function makePostLikes(audience: Audience, post: Post, count: number): Row<'likes'>[] {
  return sampleOthers(audience, post.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    target_type: TARGET.post,
    target_id: post.id,
    post_id: post.id,
    comment_id: null,
    created_at: timeAfter(audience.random, post.created_at, audience.now, 2 * DAY),
  }))
}

export function makeCommentLikes(audience: Audience, comment: Comment, count: number): Row<'likes'>[] {
  return sampleOthers(audience, comment.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    target_type: TARGET.comment,
    target_id: comment.id,
    post_id: null,
    comment_id: comment.id,
    created_at: timeAfter(audience.random, comment.created_at, audience.now, DAY),
  }))
}

export function makeCollections(audience: Audience, post: Post, count: number): Row<'collections'>[] {
  return sampleOthers(audience, post.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    post_id: post.id,
    created_at: timeAfter(audience.random, post.created_at, audience.now, 3 * DAY),
  }))
}

/** A base number of views plus some per like; popular posts get many more. */
export function viewsFor(random: Random, likes: number): number {
  return random.int(12, 90) + Math.floor(likes * (8 + random.next() * 30)) + (likes > 35 ? random.int(2000, 14_000) : 0)
}

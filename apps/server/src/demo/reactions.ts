/** Likes of notes and comments, and collections. */
import { TARGET } from '@shiliu/contract/limits'
import { DAY, later } from './calendar.ts'
import type { Row } from './demo.repo.ts'
import type { Post } from './notes.ts'
import type { Random } from './random.ts'

type User = Row<'users'>
type Comment = Row<'comments'>
type Audience = { random: Random; now: number; users: User[] }

/** Somebody other than the author, `count` of them where there are as many. */
function others({ random, users }: Audience, authorId: number, count: number): User[] {
  const some = random.sample(users, Math.min(count + 1, users.length))
  return some.filter((user) => user.id !== authorId).slice(0, count)
}

export function likesOfPost(audience: Audience, post: Post, count: number): Row<'likes'>[] {
  return others(audience, post.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    target_type: TARGET.post,
    target_id: post.id,
    post_id: post.id,
    comment_id: null,
    created_at: later(audience.random, post.created_at, audience.now, 2 * DAY),
  }))
}

export function likesOfComment(audience: Audience, comment: Comment, count: number): Row<'likes'>[] {
  return others(audience, comment.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    target_type: TARGET.comment,
    target_id: comment.id,
    post_id: null,
    comment_id: comment.id,
    created_at: later(audience.random, comment.created_at, audience.now, DAY),
  }))
}

export function collectionsOf(audience: Audience, post: Post, count: number): Row<'collections'>[] {
  return others(audience, post.user_id, count).map((user) => ({
    id: 0,
    user_id: user.id,
    post_id: post.id,
    created_at: later(audience.random, post.created_at, audience.now, 3 * DAY),
  }))
}

/** A like and a dozen readers or so; a note that nobody liked was read all the same. */
export function viewsFor(random: Random, likes: number): number {
  return random.int(12, 90) + Math.floor(likes * (8 + random.next() * 30)) + (likes > 35 ? random.int(2000, 14_000) : 0)
}

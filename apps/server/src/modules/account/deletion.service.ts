/** Deleting an account with everything that belongs to it (spec sections 4, 6, 7). */
import type { Ctx } from '#deps.ts'
import * as sessions from '#modules/auth/sessions-records.service.ts'
import * as collections from '#modules/collections/collections.service.ts'
import * as comments from '#modules/comments/comments-erasure.service.ts'
import * as follows from '#modules/follows/follows.service.ts'
import * as likes from '#modules/likes/likes.service.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts-erasure.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import * as repo from './deletion.repo.ts'
import { requireOwnAccount } from './own-account.ts'

/** Deletes one's own account. Throws `user_not_found`, `forbidden`. */
export async function deleteAccount(ctx: Ctx, viewerId: number, publicId: string): Promise<void> {
  const user = await requireOwnAccount(ctx, viewerId, publicId)
  await eraseUser(ctx, user.id)
}

/**
 * Deletes an account, all or nothing: notes, comments with what answers them, likes, collections, follows,
 * notifications, sessions, pictures that nobody else shows. Everyone's counters follow. The number of statements grows
 * only by one in some hundred rows. Throws `user_not_found`.
 */
export function eraseUser(ctx: Ctx, userId: number): Promise<void> {
  return tx(ctx, async (t) => {
    await holdStill(t, userId)
    // The notes first: what hangs on them goes along, and the rest is only what others keep.
    await posts.eraseOf(t, userId)
    await comments.eraseOf(t, userId)
    await likes.eraseOf(t, userId)
    await collections.eraseOf(t, userId)
    await follows.eraseOf(t, userId)
    await notifications.eraseOf(t, userId)
    await sessions.eraseOf(t, userId)
    await media.eraseOf(t, userId)
    await users.eraseOf(t, userId)
    pagesChanged(t)
  })
}

/**
 * Locks all rows whose counters will move, in the order in which every other write takes its locks: notes, then users,
 * both by id. With the user's own row locked nobody can make another row that refers to the user.
 */
async function holdStill(t: Ctx, userId: number): Promise<void> {
  const touched = await repo.listTouchedPosts(t.db, userId)
  await lockPosts(t, touched)
  const there = await users.lockUsers(t, await repo.listTouchedUsers(t.db, userId))
  if (!there.has(userId)) throw new AppError('user_not_found')
  // What was added between the first look and the locks.
  const known = new Set(touched)
  const late = (await repo.listTouchedPosts(t.db, userId)).filter((id) => !known.has(id))
  await lockPosts(t, late)
}

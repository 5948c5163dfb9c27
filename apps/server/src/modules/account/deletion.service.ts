import type { Ctx } from '#deps.ts'
import * as sessions from '#modules/auth/sessions.service.ts'
import * as collections from '#modules/collections/collections.service.ts'
import * as comments from '#modules/comments/comments.deletion.service.ts'
import * as follows from '#modules/follows/follows.service.ts'
import * as likes from '#modules/likes/likes.service.ts'
import * as media from '#modules/media/media.deletion.service.ts'
import { deleteUploadDaysOfUser } from '#modules/media/upload-budget.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.deletion.service.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { deleteRequestsOfUser } from '#platform/db/idempotent-requests.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { verifyPassword } from '#platform/passwords.ts'
import * as repo from './deletion.repo.ts'

/**
 * Deletes the viewer's own account. Existing clients send no password. Throws `user_not_found`, `forbidden`,
 * `password_current_wrong`.
 */
export async function deleteAccount(ctx: Ctx, viewerId: number, publicId: string, password?: string): Promise<void> {
  const user = await users.requireOwnUser(ctx, viewerId, publicId)
  if (password !== undefined && !(await verifyPassword(user.password_hash, password)))
    throw new AppError('password_current_wrong', { field: 'password' })
  await deleteUserAccount(ctx, user.id)
}

/** Deletes the account with everything that belongs to it, and corrects all counters. Throws `user_not_found`. */
export function deleteUserAccount(ctx: Ctx, userId: number): Promise<void> {
  return tx(ctx, async (t) => {
    await lockAffectedRows(t, userId)
    // Posts first: their likes and comments are deleted with them, which leaves only those on others' posts.
    await posts.deletePostsOfUser(t, userId)
    await comments.deleteCommentsOfUser(t, userId)
    await likes.deleteLikesOfUser(t, userId)
    await collections.deleteCollectionsOfUser(t, userId)
    await follows.deleteFollowsOfUser(t, userId)
    await notifications.deleteNotificationsOfUser(t, userId)
    await sessions.deleteSessionsOfUser(t, userId)
    await media.deleteMediaOfUser(t, userId)
    await deleteUploadDaysOfUser(t, userId)
    await deleteRequestsOfUser(t.db, userId)
    await users.deleteUser(t, userId)
  })
}

/** Locks in the order of every other write: posts, then users. No row that refers to a locked user can be inserted. */
async function lockAffectedRows(t: Ctx, userId: number): Promise<void> {
  const affected = await repo.listAffectedPostIds(t.db, userId)
  await lockPosts(t, affected)
  const existing = await users.lockUsers(t, await repo.listAffectedUserIds(t.db, userId))
  if (!existing.has(userId)) throw new AppError('user_not_found')
  // Posts that became affected between the first read and the locks.
  const locked = new Set(affected)
  const added = (await repo.listAffectedPostIds(t.db, userId)).filter((id) => !locked.has(id))
  await lockPosts(t, added)
}

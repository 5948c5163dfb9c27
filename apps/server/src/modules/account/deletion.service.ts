/** Erases accounts with everything that belongs to them (docs/product.md#trash). */
import type { Ctx } from '#deps.ts'
import { deleteReadsOfUser } from '#modules/announcements/announcements.service.ts'
import { deleteEmailsOfUser } from '#modules/auth/emails.service.ts'
import * as sessions from '#modules/auth/sessions.service.ts'
import { deleteCampusOfUser } from '#modules/campus/identities.service.ts'
import * as collections from '#modules/collections/collections.service.ts'
import * as comments from '#modules/comments/comments.deletion.service.ts'
import * as follows from '#modules/follows/follows.service.ts'
import * as likes from '#modules/likes/likes.service.ts'
import { deleteMailOfUser } from '#modules/mail/outbox.service.ts'
import * as media from '#modules/media/media.deletion.service.ts'
import { deleteUploadDaysOfUser } from '#modules/media/upload-budget.service.ts'
import { forgetActorName } from '#modules/moderation/history.service.ts'
import { deleteFindingsOfUser } from '#modules/moderation/word-findings.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.deletion.service.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { deleteRequestsOfUser } from '#platform/db/idempotent-requests.ts'
import { tx } from '#platform/db/tx.ts'
import { discardExportsOfUser } from './data-export.service.ts'
import * as repo from './deletion.repo.ts'

/** Erases an account at once, as its term does. Throws `user_not_found`. */
export function deleteUserAccount(ctx: Ctx, userId: number): Promise<void> {
  return tx(ctx, async (t) => {
    await lockForErasure(t, userId)
    await users.requireUserById(t, userId)
    await eraseAccount(t, userId)
  })
}

/** Deletes a locked account with everything that belongs to it, and corrects all counters. */
export async function eraseAccount(t: Ctx, userId: number): Promise<void> {
  // Posts first: their likes and comments are deleted with them, which leaves only those on others' posts.
  await posts.deletePostsOfUser(t, userId)
  await comments.deleteCommentsOfUser(t, userId)
  await likes.deleteLikesOfUser(t, userId)
  await collections.deleteCollectionsOfUser(t, userId)
  await follows.deleteFollowsOfUser(t, userId)
  await notifications.deleteNotificationsOfUser(t, userId)
  await deleteReadsOfUser(t, userId)
  await discardExportsOfUser(t, userId)
  await deleteCampusOfUser(t, userId)
  await sessions.deleteSessionsOfUser(t, userId)
  await media.deleteMediaOfUser(t, userId)
  await deleteUploadDaysOfUser(t, userId)
  await deleteRequestsOfUser(t.db, userId)
  await deleteFindingsOfUser(t, userId)
  await forgetActorName(t.db, `user:${userId}`)
  await deleteEmailsOfUser(t, userId)
  await deleteMailOfUser(t, userId)
  await users.deleteUser(t, userId)
}

/**
 * Locks an account with what its deletion changes, in the order of every other write: posts, then users. No row that
 * refers to a locked user can be inserted.
 */
export async function lockForErasure(t: Ctx, userId: number): Promise<void> {
  // On SQLite who writes is alone.
  if (t.engine === 'sqlite') return
  const affected = await repo.listAffectedPostIds(t.db, userId)
  await lockPosts(t, affected)
  await users.lockUsers(t, [userId, ...(await repo.listAffectedUserIds(t.db, userId))])
  // Posts that became affected between the first read and the locks.
  const locked = new Set(affected)
  const added = (await repo.listAffectedPostIds(t.db, userId)).filter((id) => !locked.has(id))
  await lockPosts(t, added)
}

/** Loads what a page of notifications is about, in a number of queries that does not depend on its length. */

import type { ButtonType } from '@shiliu/contract/common'
import { relationOf } from '@shiliu/contract/relation'
import type { Ctx } from '#deps.ts'
import { PRESETS } from '#platform/images/presets.ts'
import type { NotificationRow } from './notifications.repo.ts'
import * as repo from './subjects.repo.ts'

export type PostSubject = { post_title: string | null; post_image: string | null }
export type CommentSubject = Awaited<ReturnType<typeof repo.listComments>>[number]

const distinct = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** The note of each notification: title and card picture, both null where the reader may not see it. */
export async function postSubjects(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => PostSubject> {
  const ids = distinct(rows.map((row) => row.target_id))
  if (ids.length === 0) return () => ({ post_title: null, post_image: null })
  const titles = new Map((await repo.listPostTitles(ctx.db, readerId, ids)).map((post) => [post.id, post.title]))
  const images = new Map<number, string | null>()
  for (const { post_id, url, media_key } of await repo.listPictures(ctx.db, ids)) {
    if (images.has(post_id)) continue
    images.set(post_id, media_key === null ? url : ctx.storage.url(media_key + PRESETS.card.suffix))
  }
  return ({ target_id }) => {
    const title = target_id === null ? undefined : titles.get(target_id)
    if (target_id === null || title === undefined) return { post_title: null, post_image: null }
    return { post_title: title, post_image: images.get(target_id) ?? null }
  }
}

/** The comment of each notification; undefined for one about a note itself. */
export async function commentSubjects(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => CommentSubject | undefined> {
  const ids = distinct(rows.map((row) => row.comment_id))
  if (ids.length === 0) return () => undefined
  const comments = new Map((await repo.listComments(ctx.db, readerId, ids)).map((comment) => [comment.id, comment]))
  return ({ comment_id }) => (comment_id === null ? undefined : comments.get(comment_id))
}

/** The reader's follow button for each sender. */
export async function senderButtons(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => ButtonType> {
  const ids = distinct(rows.map((row) => row.sender_id))
  if (ids.length === 0) return () => 'follow'
  const { following, followers } = await repo.listFollowsWith(ctx.db, readerId, ids)
  return ({ sender_id }) => relationOf(following.has(sender_id), followers.has(sender_id)).buttonType
}

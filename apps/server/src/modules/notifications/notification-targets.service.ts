/** Loads what a page of notifications is about, in a number of queries that does not depend on its length. */

import type { ButtonType } from '@shiliu/contract/common'
import { isVideo } from '@shiliu/contract/media'
import { relationOf } from '@shiliu/contract/relation'
import type { Ctx } from '#deps.ts'
import { groupBy } from '#platform/db/rows.ts'
import { PRESETS } from '#platform/images/presets.ts'
import type { NotificationRow } from './notifications.repo.ts'
import * as repo from './subjects.repo.ts'

export type PostSubject = { post_title: string | null; post_image: string | null }
export type CommentSubject = Awaited<ReturnType<typeof repo.listComments>>[number]

const GONE: PostSubject = { post_title: null, post_image: null }

const distinct = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** The note of each notification: title and card picture, both null where the reader may not see it. */
export async function postSubjects(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => PostSubject> {
  const ids = distinct(rows.map((row) => row.target_id))
  if (ids.length === 0) return () => GONE
  const notes = groupBy(await repo.listNotesPictured(ctx.db, readerId, ids), (row) => row.id)
  const subjects = new Map(Array.from(notes, ([id, rows]) => [id, subjectOf(ctx, rows)]))
  return ({ target_id }) => (target_id === null ? undefined : subjects.get(target_id)) ?? GONE
}

/** A note by its first picture; what comes before it may be a video. */
function subjectOf({ storage }: Ctx, rows: repo.PicturedNote[]): PostSubject {
  const pictures = rows.filter(({ url, media_key }) => media_key !== null || (url !== null && !isVideo(url)))
  const [first] = pictures.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const post_image = first?.media_key ? storage.url(first.media_key + PRESETS.card.suffix) : (first?.url ?? null)
  return { post_title: rows[0]?.title ?? null, post_image }
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

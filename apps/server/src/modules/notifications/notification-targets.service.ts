import type { ButtonType } from '@shiliu/contract/common'
import { isVideo } from '@shiliu/contract/media'
import { relationOf } from '@shiliu/contract/relation'
import type { Ctx } from '#deps.ts'
import { groupBy } from '#platform/db/rows.ts'
import { PRESETS } from '#platform/images/presets.ts'
import { withShownAddresses } from '#platform/storage/addresses.ts'
import * as repo from './notification-targets.repo.ts'
import type { NotificationRow } from './notifications.repo.ts'

type TargetPost = { post_title: string | null; post_image: string | null }
type TargetComment = Awaited<ReturnType<typeof repo.listComments>>[number]

const NOT_VISIBLE: TargetPost = { post_title: null, post_image: null }

const distinct = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** Title and card picture of each notification's post; both null where the reader may not see it. */
export async function loadTargetPosts(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => TargetPost> {
  const ids = distinct(rows.map((row) => row.target_id))
  if (ids.length === 0) return () => NOT_VISIBLE
  const posts = groupBy(await repo.listPostsWithImages(ctx.db, readerId, ids), (row) => row.id)
  const targets = new Map(Array.from(posts, ([id, rows]) => [id, presentTarget(ctx, rows)]))
  return ({ target_id }) => (target_id === null ? undefined : targets.get(target_id)) ?? NOT_VISIBLE
}

/** Shows the first picture; videos are skipped. */
function presentTarget({ storage }: Ctx, rows: repo.PostImageRow[]): TargetPost {
  const pictures = rows.filter(({ url, media_key }) => media_key !== null || (url !== null && !isVideo(url)))
  const [first] = pictures.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const post_image = first?.media_key ? storage.url(first.media_key + PRESETS.card.suffix) : (first?.url ?? null)
  return { post_title: rows[0]?.title ?? null, post_image }
}

/** The comment of each notification; undefined for one about a post. */
export async function loadTargetComments(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => TargetComment | undefined> {
  const ids = distinct(rows.map((row) => row.comment_id))
  if (ids.length === 0) return () => undefined
  const found = await repo.listComments(ctx.db, readerId, ids)
  const shown = (content: string) => withShownAddresses(ctx.storage, content)
  const comments = new Map(
    found.map(({ content, parent_content, ...row }) => {
      const texts = { content: shown(content), parent_content: parent_content && shown(parent_content) }
      return [row.id, { ...row, ...texts }]
    }),
  )
  return ({ comment_id }) => (comment_id === null ? undefined : comments.get(comment_id))
}

export async function loadFollowButtons(
  ctx: Ctx,
  readerId: number,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => ButtonType> {
  const ids = distinct(rows.map((row) => row.sender_id))
  if (ids.length === 0) return () => 'follow'
  const { following, followers } = await repo.listFollowsWith(ctx.db, readerId, ids)
  return ({ sender_id }) => relationOf(following.has(sender_id), followers.has(sender_id)).buttonType
}

type Announced = { title?: string; announcement: { text: string; link: string | null } | null }

/** What each notification announces, as it is now; null for one that is about something else. */
export async function loadAnnouncements(
  ctx: Ctx,
  rows: NotificationRow[],
): Promise<(row: NotificationRow) => Announced> {
  const ids = distinct(rows.map((row) => row.announcement_id))
  if (ids.length === 0) return () => ({ announcement: null })
  const found = new Map((await repo.listAnnouncements(ctx.db, ids)).map((row) => [row.id, row]))
  return ({ announcement_id }) => {
    const row = announcement_id === null ? undefined : found.get(announcement_id)
    return row ? { title: row.title, announcement: { text: row.text, link: row.link } } : { announcement: null }
  }
}

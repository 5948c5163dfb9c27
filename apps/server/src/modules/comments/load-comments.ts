import { type Comment, comment as schema } from '@shiliu/contract/comments'
import type { Picture } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { presentPicture } from '#modules/media/media.service.ts'
import { showMentions, userTag } from '#modules/users/users.service.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { type CachedRecord, defineRecords } from '#platform/cache/records.ts'
import { iso } from '#platform/clock.ts'
import type { ViewerOverlay } from '#platform/http/viewer-overlay.ts'
import { shownAddress, withShownAddresses } from '#platform/storage/addresses.ts'
import * as repo from './load-comments.repo.ts'

/** Makes stale what shows the comment. */
const commentTag = (id: number) => `comment:${id}`
/** Makes the lists of a post's comments stale. */
export const commentsOfPostTag = (postId: number) => `comments:${postId}`

/** Call it when comments changed, and with their posts when comments were added or deleted. */
export function commentsChanged(t: Ctx, ids: readonly number[], postIds: readonly number[] = []): void {
  invalidate(t, [...ids.map(commentTag), ...postIds.map(commentsOfPostTag)])
}

const comments = defineRecords<Ctx, Comment>({
  name: 'comment',
  schema,
  placeholder: '"liked":false',
  async load(ctx, ids) {
    const rows = await repo.listComments(ctx.db, ids)
    const pictures = await loadPictures(ctx, rows)
    const texts = await showMentions(
      ctx,
      rows.map(({ content }) => withShownAddresses(ctx.storage, content)),
    )
    return new Map(
      rows.map((stored, i) => {
        const { content, tags: mentioned } = texts[i] ?? { content: stored.content, tags: [] }
        const row = { ...stored, content }
        const parentAuthor = row.parent_author_id === null ? [] : [userTag(row.parent_author_id)]
        const data = present(ctx, row, pictures.get(row.id) ?? [])
        return [row.id, { data, tags: [commentTag(row.id), userTag(row.user_id), ...parentAuthor, ...mentioned] }]
      }),
    )
  },
})

/** By id, as guests see them; for pages that `commentOverlay` completes. */
export const loadCommentRecords = (ctx: Ctx, ids: number[]): Promise<Map<number, CachedRecord<Comment>>> =>
  comments.get(ctx, ids)

/** Comments in the order of `ids`; missing ones are left out. `liked` is the viewer's own. */
export async function loadComments(ctx: Ctx, viewerId: number | null, ids: number[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  const found = await comments.get(ctx, ids)
  const liked = viewerId === null ? new Set() : await repo.listLikedIds(ctx.db, viewerId, ids)
  return ids.flatMap((id) => {
    const comment = found.get(id)?.value.data
    return comment ? { ...comment, liked: liked.has(id) } : []
  })
}

/** By comment. Most comments have none and cost no statement. */
async function loadPictures({ db, storage }: Ctx, rows: repo.CommentRow[]): Promise<Map<number, Picture[]>> {
  const pictures = new Map<number, Picture[]>()
  const ids = rows.filter(({ content }) => content.includes('<img')).map(({ id }) => id)
  if (ids.length === 0) return pictures
  for (const { comment_id, ...picture } of await repo.listPictures(db, ids)) {
    pictures.set(comment_id, [...(pictures.get(comment_id) ?? []), presentPicture(storage, picture)])
  }
  return pictures
}

function present({ storage }: Ctx, row: repo.CommentRow, pictures: Picture[]): Comment {
  const { id, post_id, user_id, parent_id, content, like_count, reply_count, nickname } = row
  return {
    id,
    post_id,
    user_id,
    parent_id,
    content,
    pictures,
    like_count,
    created_at: iso(row.created_at),
    nickname,
    user_avatar: shownAddress(storage, row.avatar),
    user_auto_id: user_id,
    user_display_id: row.author_account,
    user_location: row.location ?? row.author_location,
    liked: false,
    reply_count,
    reply_to: presentReplyTo(row),
  }
}

/** Set only for replies to another reply: the thread itself shows the others' parent. */
function presentReplyTo({ parent_id, root_id, parent_account, parent_nickname }: repo.CommentRow): Comment['reply_to'] {
  if (parent_id === root_id || parent_account === null || parent_nickname === null) return null
  return { user_id: parent_account, nickname: parent_nickname }
}

const UNLIKED = Buffer.from('"liked":false')
const LIKED = Buffer.from('"liked":true')

/** A viewer's likes on a page of comments. */
export function commentOverlay(ctx: Ctx): ViewerOverlay {
  return async (viewerId, ids) => {
    const liked = await repo.listLikedIds(ctx.db, viewerId, ids)
    return (id) => (liked.has(id) ? LIKED : UNLIKED)
  }
}

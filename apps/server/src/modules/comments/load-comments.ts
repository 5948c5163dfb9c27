import type { Comment, Thread } from '@shiliu/contract/comments'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import type { ViewerOverlay } from '#platform/http/viewer-overlay.ts'
import * as repo from './load-comments.repo.ts'

/** Loads comments in the order of `ids`; missing ones are left out. `liked` is the viewer's own. */
export async function loadComments(ctx: Ctx, viewerId: number | null, ids: number[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  const rows = await repo.listComments(ctx.db, ids)
  const liked = viewerId === null ? new Set() : await repo.listLikedIds(ctx.db, viewerId, ids)
  const comments = new Map(rows.map((row) => [row.id, present(row, liked.has(row.id))]))
  return ids.flatMap((id) => comments.get(id) ?? [])
}

function present(row: repo.CommentRow, liked: boolean): Comment {
  const { id, post_id, user_id, parent_id, content, like_count, reply_count, nickname } = row
  return {
    id,
    post_id,
    user_id,
    parent_id,
    content,
    like_count,
    created_at: iso(row.created_at),
    nickname,
    user_avatar: row.avatar,
    user_auto_id: user_id,
    user_display_id: row.author_account,
    user_location: row.location,
    liked,
    reply_count,
    reply_to: presentReplyTo(row),
  }
}

/** Set only for replies to another reply: the thread itself shows the others' parent. */
function presentReplyTo({ parent_id, root_id, parent_account, parent_nickname }: repo.CommentRow): Comment['reply_to'] {
  if (parent_id === root_id || parent_account === null || parent_nickname === null) return null
  return { user_id: parent_account, nickname: parent_nickname }
}

const PLACEHOLDER = Buffer.from('"liked":false')
const LIKED = Buffer.from('"liked":true')

/** Puts a viewer's likes into a guest's cached page of threads. */
export function threadOverlay(ctx: Ctx): ViewerOverlay<{ comments: Thread[] }> {
  return {
    placeholder: PLACEHOLDER,
    idsOf: ({ comments }) => comments.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]),
    async valuesFor(viewerId, ids) {
      if (ids.length === 0) return () => PLACEHOLDER
      const liked = await repo.listLikedIds(ctx.db, viewerId, ids)
      return (id) => (liked.has(id) ? LIKED : PLACEHOLDER)
    },
  }
}

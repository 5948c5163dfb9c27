/** The one shape of a comment in every answer, in a fixed number of queries. */
import type { Comment, Thread } from '@shiliu/contract/comments'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import type { Marking } from '#platform/http/marks.ts'
import * as repo from './comment-cards.repo.ts'

/** Loads comments by id, in the order of `ids`; one that is gone is left out. `viewerId` decides `liked`. */
export async function loadComments(ctx: Ctx, viewerId: number | null, ids: number[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  const rows = await repo.listCardRows(ctx.db, ids)
  const liked = viewerId === null ? new Set() : await repo.likedAmong(ctx.db, viewerId, ids)
  const comments = new Map(rows.map((row) => [row.id, present(row, liked.has(row.id))]))
  return ids.flatMap((id) => comments.get(id) ?? [])
}

function present(row: repo.CardRow, liked: boolean): Comment {
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
    reply_to: answered(row),
  }
}

/** Named only where the thread does not tell it already: a reply that answers another reply. */
function answered({ parent_id, root_id, answered_account, answered_nickname }: repo.CardRow): Comment['reply_to'] {
  if (parent_id === root_id || answered_account === null || answered_nickname === null) return null
  return { user_id: answered_account, nickname: answered_nickname }
}

const UNMARKED = Buffer.from('"liked":false')
const LIKED = Buffer.from('"liked":true')

/** Turns a guest's page of threads into a viewer's. */
export function threadMarking(ctx: Ctx): Marking<{ comments: Thread[] }> {
  return {
    unmarked: UNMARKED,
    idsOf: ({ comments }) => comments.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]),
    async marksOf(viewerId, ids) {
      if (ids.length === 0) return () => UNMARKED
      const liked = await repo.likedAmong(ctx.db, viewerId, ids)
      return (id) => (liked.has(id) ? LIKED : UNMARKED)
    },
  }
}

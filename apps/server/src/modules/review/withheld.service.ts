/** An author's own notes and comments that others do not see (docs/product.md#appeals). */
import type { mine, Withheld } from '@shiliu/contract/appeals'
import type { OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import { z } from 'zod'
import type { Ctx } from '#deps.ts'
import { loadCommentsForModerators } from '#modules/comments/comments.service.ts'
import { loadModeration } from '#modules/moderation/appeals.service.ts'
import { loadPostCards } from '#modules/posts/posts.service.ts'
import { iso } from '#platform/clock.ts'
import { listCursor } from '#platform/db/cursor.ts'
import { isBeyondLastPage, offset } from '#platform/db/pagination.ts'
import * as repo from './withheld.repo.ts'

const withheldKey = z.tuple([z.number(), z.number().int(), z.number().int().nonnegative()])

/** The author's own notes and comments that are pending, hidden, rejected or deleted by moderators, newest first. */
export async function listOwnWithheld(
  ctx: Ctx,
  userId: number,
  query: QueryOf<typeof mine>,
): Promise<OutputOf<typeof mine>> {
  const { post_id: postId } = query
  const cursors = listCursor(`withheld ${userId} ${postId ?? ''}`, withheldKey)
  const at = cursors.position(query)
  const total = await repo.countWithheld(ctx.db, userId, postId)
  const skipped = at.after === undefined ? offset(at) : 0
  const found = isBeyondLastPage(at, total)
    ? []
    : await repo.listWithheld(ctx.db, userId, { after: at.after, limit: skipped + at.limit + 1, postId })
  const page = cursors.page(found.slice(skipped), at, total, (row) => [row.created_at, row.target_type, row.id])
  return { items: await present(ctx, userId, page.rows), pagination: page.pagination }
}

async function present(ctx: Ctx, userId: number, rows: repo.WithheldRow[]): Promise<Withheld[]> {
  const ownPosts = rows.filter((row) => row.target_type === TARGET.post)
  const ownComments = rows.filter((row) => row.target_type === TARGET.comment)
  const ids = (of: repo.WithheldRow[]) => of.map(({ id }) => id)
  const byId = <T extends { id: number }>(items: T[]) => new Map(items.map((item) => [item.id, item]))
  const postIds = [...new Set(rows.map(({ post_id }) => post_id))]
  const shown = byId(await loadPostCards(ctx, userId, postIds))
  // Nowhere else do authors see what is in the trash.
  const trashed = byId(await loadPostCards(ctx, 'admin', ids(ownPosts.filter(({ state }) => state === 'deleted'))))
  const comments = byId(await loadCommentsForModerators(ctx, ids(ownComments)))
  const moderations = {
    [TARGET.post]: await loadModeration(ctx, TARGET.post, ownPosts),
    [TARGET.comment]: await loadModeration(ctx, TARGET.comment, ownComments),
  }
  return rows.flatMap(({ target_type, id, post_id, purge_at }): Withheld[] => {
    const moderation = moderations[target_type].get(id)
    const comment = comments.get(id) ?? null
    const isNote = target_type === TARGET.post
    const post = shown.get(post_id) ?? (isNote ? trashed.get(id) : null) ?? null
    if (!moderation || !(isNote ? post : comment)) return []
    const purged = purge_at === null ? null : iso(Number(purge_at))
    return [{ target_type, target_id: id, moderation, purge_at: purged, post, comment: isNote ? null : comment }]
  })
}

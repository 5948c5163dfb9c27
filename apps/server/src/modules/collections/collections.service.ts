import type { Pagination } from '@shiliu/contract/common'
import { NOTICE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { type CursorQuery, idKey, listCursor } from '#platform/db/cursor.ts'
import { readerOf } from '#platform/db/pagination.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './collections.repo.ts'

type State = { collected: boolean; collectCount: number }

export const eventKey = (postId: number, userId: number) => `collect:${postId}:${userId}`

/** Collects a post; idempotent. Throws `post_not_found`. */
export function collect(ctx: Ctx, userId: number, postId: number): Promise<State> {
  return tx(ctx, async (t) => {
    // The lock makes the check and the insert atomic.
    const post = await posts.lockPublished(t, postId)
    if (await repo.isCollected(t.db, userId, postId)) return { collected: true, collectCount: post.collect_count }
    const collectCount = await moveCounters(t, post, 1)
    await repo.insertCollection(t.db, { user_id: userId, post_id: postId, created_at: t.clock.now() })
    await notifications.notify(t, {
      userId: post.user_id,
      senderId: userId,
      type: NOTICE.collectPost,
      targetId: postId,
      commentId: null,
      eventKey: eventKey(postId, userId),
    })
    return { collected: true, collectCount }
  })
}

/** Removes a post from the user's collections; idempotent. Throws `post_not_found`. */
export function uncollect(ctx: Ctx, userId: number, postId: number): Promise<State> {
  return tx(ctx, async (t) => {
    const post = await posts.lockPublished(t, postId)
    if (!(await repo.isCollected(t.db, userId, postId))) return { collected: false, collectCount: post.collect_count }
    const collectCount = await moveCounters(t, post, -1)
    await repo.deleteCollection(t.db, userId, postId)
    await notifications.withdrawNotification(t, post.user_id, eventKey(postId, userId))
    return { collected: false, collectCount }
  })
}

async function moveCounters(t: Ctx, post: posts.PostRow, delta: number): Promise<number> {
  const collectCount = await posts.addToCounter(t, post.id, 'collect_count', delta)
  await users.addToCounters(t, post.user_id, { collect_count: delta })
  return collectCount
}

/** The published posts that a user collected, last collected first. Throws `user_not_found`. */
export async function listCollections(
  ctx: Ctx,
  reads: Db,
  viewerId: number | null,
  publicId: string,
  query: CursorQuery,
): Promise<{ collections: Post[]; pagination: Pagination }> {
  const user = await users.requireUser(ctx, publicId)
  const db = await readerOf(ctx.db, reads, (db, few) => repo.hasMore(db, user.id, few))
  const total = await repo.countCollected(db, user.id)
  const { rows, pagination } = await listCursor(`collections ${user.id}`, idKey).read(query, total, {
    rows: (at) => repo.listCollected(db, user.id, at),
    key: (row) => row.id,
  })
  const times = new Map(rows.map((row) => [row.post_id, row.created_at]))
  const cards = await posts.loadPostCards(ctx, viewerId, [...times.keys()])
  const collections = cards.map((card) => ({ ...card, collected_at: iso(times.get(card.id) ?? 0) }))
  return { collections, pagination }
}

/** The caller has locked the posts concerned. */
export async function deleteCollectionsOfUser(t: Ctx, userId: number): Promise<void> {
  const collected = await repo.listCollectedIds(t.db, userId)
  await posts.addToCounterOfMany(t, 'collect_count', equalDeltas(collected, -1))
  const authors = [...(await posts.countByAuthor(t, collected))]
  await users.addToCounterOfMany(t, 'collect_count', new Map(authors.map(([id, n]) => [id, -n])))
  await repo.deleteCollectionsOf(t.db, t.engine, userId)
}

/** Collected notes (wire rule 15). Owns `collections`. */
import type { Pagination } from '@shiliu/contract/common'
import { NOTICE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as postCounters from '#modules/posts/posts-counters.service.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { isBeyond, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './collections.repo.ts'

type State = { collected: boolean; collectCount: number }

/** Names the event for whoever is told of it. */
export const eventKey = (postId: number, userId: number) => `collect:${postId}:${userId}`

/** Collects a note; it stays collected where it was. Throws `post_not_found`. */
export function collect(ctx: Ctx, userId: number, postId: number): Promise<State> {
  return tx(ctx, async (t) => {
    // The lock makes «is it there?» and the insert one step, for everyone who collects this note.
    const post = await posts.lockPublished(t, postId)
    if (await repo.isCollected(t.db, userId, postId)) return { collected: true, collectCount: post.collect_count }
    const collectCount = await moveCounters(t, post, 1)
    await repo.insertCollection(t.db, { user_id: userId, post_id: postId, created_at: t.clock.now() })
    await notifications.record(t, {
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

/** Collects a note no longer; nothing happens where it was not collected. Throws `post_not_found`. */
export function uncollect(ctx: Ctx, userId: number, postId: number): Promise<State> {
  return tx(ctx, async (t) => {
    const post = await posts.lockPublished(t, postId)
    if (!(await repo.isCollected(t.db, userId, postId))) return { collected: false, collectCount: post.collect_count }
    const collectCount = await moveCounters(t, post, -1)
    await repo.deleteCollection(t.db, userId, postId)
    await notifications.withdraw(t, post.user_id, eventKey(postId, userId))
    return { collected: false, collectCount }
  })
}

async function moveCounters(t: Ctx, post: posts.PostRow, delta: number): Promise<number> {
  const collectCount = await posts.addToCounter(t, post.id, 'collect_count', delta)
  await users.addToCounters(t, post.user_id, { collect_count: delta })
  return collectCount
}

/** The published notes that a user collected, last collected first. Throws `user_not_found`. */
export async function listCollections(
  ctx: Ctx,
  viewerId: number | null,
  publicId: string,
  page: PageQuery,
): Promise<{ collections: Post[]; pagination: Pagination }> {
  const user = await users.requireUser(ctx, publicId)
  const total = await repo.countCollected(ctx.db, user.id)
  const rows = isBeyond(page, total) ? [] : await repo.listCollected(ctx.db, user.id, page)
  const times = new Map(rows.map((row) => [row.post_id, row.created_at]))
  const cards = await posts.loadPostCards(ctx, viewerId, [...times.keys()])
  const collections = cards.map((card) => ({ ...card, collected_at: iso(times.get(card.id) ?? 0) }))
  return { collections, pagination: paginationOf(page, total) }
}

/** Takes back all collections of a user, within the transaction that has locked the notes concerned. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  await postCounters.addToCounters(t, 'collect_count', deltasOf(await repo.listCollectedIds(t.db, userId), -1))
  const authors = await repo.countByAuthor(t.db, userId)
  await users.addToCounterOfMany(t, 'collect_count', new Map(authors.map(([id, n]) => [id, -n])))
  await repo.deleteCollectionsOf(t.db, userId)
}

/** Follows between users (docs/product.md#following). */
import type { Relation, UserCard } from '@shiliu/contract/common'
import { NOTICE } from '@shiliu/contract/limits'
import { relationOf, SELF } from '@shiliu/contract/relation'
import type { Ctx } from '#deps.ts'
import { notify, withdrawNotification } from '#modules/notifications/notifications.service.ts'
import { presentUserBase } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { type CursorQuery, idKey, listCursor } from '#platform/db/cursor.ts'
import { insertUnlessDuplicate, isReferenceViolation } from '#platform/db/errors.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './follows.repo.ts'

type FollowState = Relation & { followed: boolean }

export const eventKey = (followerId: number) => `follow:${followerId}`

/** At most two queries; none for guests. */
async function relations(ctx: Ctx, viewerId: number | null, userIds: number[]): Promise<Map<number, Relation>> {
  const others = userIds.filter((id) => id !== viewerId)
  const known = viewerId !== null && others.length > 0
  const followed = known ? await repo.listFollowed(ctx.db, viewerId, others) : new Set()
  const followers = known ? await repo.listFollowersAmong(ctx.db, viewerId, others) : new Set()
  return new Map(userIds.map((id) => [id, id === viewerId ? SELF : relationOf(followed.has(id), followers.has(id))]))
}

/** Users as lists of people show them to the viewer, in the order given. */
export async function presentUserCards(ctx: Ctx, viewerId: number | null, rows: users.UserRow[]): Promise<UserCard[]> {
  const relationTo = await relations(
    ctx,
    viewerId,
    rows.map((user) => user.id),
  )
  return rows.map((user) => ({
    ...presentUserBase(ctx, user),
    created_at: iso(user.created_at),
    post_count: user.post_count,
    ...(relationTo.get(user.id) ?? relationOf(false, false)),
  }))
}

/** Follows a user; idempotent. Throws `user_not_found`, `follow_self`. */
export function follow(ctx: Ctx, viewerId: number, userId: string): Promise<FollowState> {
  return tx(ctx, async (t) => {
    const user = await users.requireUser(t, userId)
    if (user.id === viewerId) throw new AppError('follow_self')
    const before = await stateOf(t, viewerId, user.id)
    if (before.followed) return before
    await moveCounters(t, viewerId, user.id, 1)
    if (await insertFollow(t, viewerId, user.id)) {
      await notify(t, {
        userId: user.id,
        senderId: viewerId,
        type: NOTICE.follow,
        targetId: null,
        commentId: null,
        eventKey: eventKey(viewerId),
      })
    } else {
      // A concurrent request inserted the row first.
      await moveCounters(t, viewerId, user.id, -1)
    }
    return stateOf(t, viewerId, user.id)
  })
}

/** Returns false where the row exists. Throws `user_not_found` where the account was deleted meanwhile. */
async function insertFollow(t: Ctx, followerId: number, followingId: number): Promise<boolean> {
  try {
    return await insertUnlessDuplicate(() => repo.insertFollow(t.db, followerId, followingId, t.clock.now()))
  } catch (error) {
    if (isReferenceViolation(error)) throw new AppError('user_not_found')
    throw error
  }
}

/** Unfollows a user; idempotent. Throws `user_not_found`. */
export function unfollow(ctx: Ctx, viewerId: number, userId: string): Promise<FollowState> {
  return tx(ctx, async (t) => {
    const user = await users.requireUser(t, userId)
    const before = await stateOf(t, viewerId, user.id)
    if (!before.followed) return before
    await moveCounters(t, viewerId, user.id, -1)
    if (await repo.deleteFollow(t.db, viewerId, user.id)) await withdrawNotification(t, user.id, eventKey(viewerId))
    else await moveCounters(t, viewerId, user.id, 1)
    return stateOf(t, viewerId, user.id)
  })
}

/** Must run before the insert into `follows`: that share-locks both users, and updating them later could deadlock. */
async function moveCounters(t: Ctx, followerId: number, followingId: number, delta: number): Promise<void> {
  const moves = [
    { id: followerId, deltas: { follow_count: delta } },
    { id: followingId, deltas: { fans_count: delta } },
  ]
  // By ascending id, as every writer locks users.
  for (const { id, deltas } of moves.toSorted((a, b) => a.id - b.id)) await users.addToCounters(t, id, deltas)
}

/** The viewer's relation to a user. Throws `user_not_found`. */
export async function getStatus(ctx: Ctx, viewerId: number | null, userId: string): Promise<FollowState> {
  return stateOf(ctx, viewerId, (await users.requireUser(ctx, userId)).id)
}

async function stateOf(ctx: Ctx, viewerId: number | null, id: number): Promise<FollowState> {
  const relation = (await relations(ctx, viewerId, [id])).get(id) ?? relationOf(false, false)
  return { followed: relation.isFollowing, ...relation }
}

/** Newest follow first. Throws `user_not_found`. */
export async function listFollowing(ctx: Ctx, viewerId: number | null, userId: string, query: CursorQuery) {
  const user = await users.requireUser(ctx, userId)
  const { rows, pagination } = await listCursor(`following ${user.id}`, idKey).read(query, user.follow_count, {
    rows: (at) => repo.listFollowing(ctx.db, user.id, at),
    key: (row) => row.follow_id,
  })
  return { following: await cardsOf(ctx, viewerId, rows), pagination }
}

/** Newest follow first. Throws `user_not_found`. */
export async function listFollowers(ctx: Ctx, viewerId: number | null, userId: string, query: CursorQuery) {
  const user = await users.requireUser(ctx, userId)
  const { rows, pagination } = await listCursor(`followers ${user.id}`, idKey).read(query, user.fans_count, {
    rows: (at) => repo.listFollowers(ctx.db, user.id, at),
    key: (row) => row.follow_id,
  })
  return { followers: await cardsOf(ctx, viewerId, rows), pagination }
}

/** Users who follow a user and are followed back. Throws `user_not_found`. */
export async function listMutual(ctx: Ctx, viewerId: number | null, userId: string, query: CursorQuery) {
  const user = await users.requireUser(ctx, userId)
  const total = await repo.countMutual(ctx.db, user.id)
  const { rows, pagination } = await listCursor(`mutual ${user.id}`, idKey).read(query, total, {
    rows: (at) => repo.listMutual(ctx.db, user.id, at),
    key: (row) => row.follow_id,
  })
  return { mutualFollows: await cardsOf(ctx, viewerId, rows), pagination }
}

async function cardsOf(ctx: Ctx, viewerId: number | null, page: repo.FollowEntry[]) {
  if (page.length === 0) return []
  const ids = page.map((entry) => entry.id)
  const rows = (await users.listUsers(ctx, ids)).filter((user) => user.is_hidden === 0)
  const cards = new Map((await presentUserCards(ctx, viewerId, rows)).map((card) => [card.id, card]))
  return page.flatMap(({ id, followed_at }) => {
    const card = cards.get(id)
    return card ? [{ ...card, followed_at: iso(followed_at) }] : []
  })
}

/** The caller has locked the users concerned. */
export async function deleteFollowsOfUser(t: Ctx, userId: number): Promise<void> {
  await users.addToCounterOfMany(t, 'fans_count', equalDeltas(await repo.listAll(t.db, userId, 'following'), -1))
  await users.addToCounterOfMany(t, 'follow_count', equalDeltas(await repo.listAll(t.db, userId, 'followers'), -1))
  await repo.deleteFollowsOf(t.db, t.engine, userId)
}

/** Who follows whom (spec sections 3, 4; wire rule 10). Owns `follows`. */
import type { Relation, UserCard } from '@shiliu/contract/common'
import { NOTICE } from '@shiliu/contract/limits'
import { relationOf, SELF } from '@shiliu/contract/relation'
import type { Ctx } from '#deps.ts'
import { record, withdraw } from '#modules/notifications/notifications.service.ts'
import { presentUserBase } from '#modules/users/users.present.ts'
import * as users from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { isBeyond, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { insertedOrDuplicate, isReferenceViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './follows.repo.ts'

type FollowState = Relation & { followed: boolean }

/** Names the event for whoever is told of it. */
export const eventKey = (followerId: number) => `follow:${followerId}`

/** How the viewer stands to each of the users; a guest follows nobody. At most two queries. */
async function relations(ctx: Ctx, viewerId: number | null, userIds: number[]): Promise<Map<number, Relation>> {
  const others = userIds.filter((id) => id !== viewerId)
  const known = viewerId !== null && others.length > 0
  const followed = known ? await repo.listFollowed(ctx.db, viewerId, others) : new Set()
  const followers = known ? await repo.listFollowersAmong(ctx.db, viewerId, others) : new Set()
  return new Map(userIds.map((id) => [id, id === viewerId ? SELF : relationOf(followed.has(id), followers.has(id))]))
}

/** The users as lists of people show them to the viewer, in the order given. */
export async function presentUserCards(ctx: Ctx, viewerId: number | null, rows: users.UserRow[]): Promise<UserCard[]> {
  const relationTo = await relations(
    ctx,
    viewerId,
    rows.map((user) => user.id),
  )
  return rows.map((user) => ({
    ...presentUserBase(user),
    created_at: iso(user.created_at),
    post_count: user.post_count,
    ...(relationTo.get(user.id) ?? relationOf(false, false)),
  }))
}

/** Follows a user; following twice changes nothing. Throws `user_not_found`, `follow_self`. */
export function follow(ctx: Ctx, viewerId: number, userId: string): Promise<FollowState> {
  return tx(ctx, async (t) => {
    const user = await users.requireUser(t, userId)
    if (user.id === viewerId) throw new AppError('follow_self')
    const before = await stateOf(t, viewerId, user.id)
    if (before.followed) return before
    await moveCounters(t, viewerId, user.id, 1)
    if (await insertFollow(t, viewerId, user.id)) {
      await record(t, {
        userId: user.id,
        senderId: viewerId,
        type: NOTICE.follow,
        targetId: null,
        commentId: null,
        eventKey: eventKey(viewerId),
      })
    } else {
      // The same click came twice at once, and the other one was first.
      await moveCounters(t, viewerId, user.id, -1)
    }
    return stateOf(t, viewerId, user.id)
  })
}

/** False where the row is there already. Throws `user_not_found` where the account went meanwhile. */
async function insertFollow(t: Ctx, followerId: number, followingId: number): Promise<boolean> {
  try {
    return await insertedOrDuplicate(() => repo.insertFollow(t.db, followerId, followingId, t.clock.now()))
  } catch (error) {
    if (isReferenceViolation(error)) throw new AppError('user_not_found')
    throw error
  }
}

/** Follows a user no longer; unfollowing twice changes nothing. Throws `user_not_found`. */
export function unfollow(ctx: Ctx, viewerId: number, userId: string): Promise<FollowState> {
  return tx(ctx, async (t) => {
    const user = await users.requireUser(t, userId)
    const before = await stateOf(t, viewerId, user.id)
    if (!before.followed) return before
    await moveCounters(t, viewerId, user.id, -1)
    if (await repo.deleteFollow(t.db, viewerId, user.id)) await withdraw(t, user.id, eventKey(viewerId))
    else await moveCounters(t, viewerId, user.id, 1)
    return stateOf(t, viewerId, user.id)
  })
}

/**
 * Comes before the row in `follows`, and in ascending order of id: inserting it locks both users (share), which would
 * deadlock with another transaction that does the same and then wants to write them.
 */
async function moveCounters(t: Ctx, followerId: number, followingId: number, delta: number): Promise<void> {
  const moves = [
    { id: followerId, deltas: { follow_count: delta } },
    { id: followingId, deltas: { fans_count: delta } },
  ]
  for (const { id, deltas } of moves.toSorted((a, b) => a.id - b.id)) await users.addToCounters(t, id, deltas)
}

/** The viewer's relation to a user; a guest's is «follow». Throws `user_not_found`. */
export async function getStatus(ctx: Ctx, viewerId: number | null, userId: string): Promise<FollowState> {
  return stateOf(ctx, viewerId, (await users.requireUser(ctx, userId)).id)
}

async function stateOf(ctx: Ctx, viewerId: number | null, id: number): Promise<FollowState> {
  const relation = (await relations(ctx, viewerId, [id])).get(id) ?? relationOf(false, false)
  return { followed: relation.isFollowing, ...relation }
}

/** Whom a user follows, newest first. Throws `user_not_found`. */
export async function listFollowing(ctx: Ctx, viewerId: number | null, userId: string, page: PageQuery) {
  const user = await users.requireUser(ctx, userId)
  const total = user.follow_count
  const rows = isBeyond(page, total) ? [] : await repo.listFollowing(ctx.db, user.id, page)
  return { following: await cardsOf(ctx, viewerId, rows), pagination: paginationOf(page, total) }
}

/** Who follows a user, newest first. Throws `user_not_found`. */
export async function listFollowers(ctx: Ctx, viewerId: number | null, userId: string, page: PageQuery) {
  const user = await users.requireUser(ctx, userId)
  const total = user.fans_count
  const rows = isBeyond(page, total) ? [] : await repo.listFollowers(ctx.db, user.id, page)
  return { followers: await cardsOf(ctx, viewerId, rows), pagination: paginationOf(page, total) }
}

/** Who follows a user and is followed back. Throws `user_not_found`. */
export async function listMutual(ctx: Ctx, viewerId: number | null, userId: string, page: PageQuery) {
  const user = await users.requireUser(ctx, userId)
  const total = await repo.countMutual(ctx.db, user.id)
  const rows = isBeyond(page, total) ? [] : await repo.listMutual(ctx.db, user.id, page)
  return { mutualFollows: await cardsOf(ctx, viewerId, rows), pagination: paginationOf(page, total) }
}

async function cardsOf(ctx: Ctx, viewerId: number | null, page: repo.FollowPage) {
  if (page.length === 0) return []
  const rows = await users.listUsers(
    ctx,
    page.map((entry) => entry.id),
  )
  const cards = new Map((await presentUserCards(ctx, viewerId, rows)).map((card) => [card.id, card]))
  return page.flatMap(({ id, followed_at }) => {
    const card = cards.get(id)
    return card ? [{ ...card, followed_at: iso(followed_at) }] : []
  })
}

/** Ends all follows of and by a user, within the transaction that has locked the users concerned. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  await users.addToCounterOfMany(t, 'fans_count', deltasOf(await repo.listAll(t.db, userId, 'following'), -1))
  await users.addToCounterOfMany(t, 'follow_count', deltasOf(await repo.listAll(t.db, userId, 'followers'), -1))
  await repo.deleteFollowsOf(t.db, userId)
}

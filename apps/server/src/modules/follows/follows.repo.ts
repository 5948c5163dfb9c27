import type { Db, Engine } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { deleteRowsOf } from '#platform/db/delete-rows.ts'
import { offset } from '#platform/db/pagination.ts'

export async function insertFollow(db: Db, followerId: number, followingId: number, now: number): Promise<void> {
  await db
    .insertInto('follows')
    .values({ follower_id: followerId, following_id: followingId, created_at: now })
    .execute()
}

export async function deleteFollow(db: Db, followerId: number, followingId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listFollowed(db: Db, userId: number, others: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('follows')
    .select('following_id as id')
    .where('follower_id', '=', userId)
    .where('following_id', 'in', others)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function listFollowersAmong(db: Db, userId: number, others: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('follows')
    .select('follower_id as id')
    .where('following_id', '=', userId)
    .where('follower_id', 'in', others)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** `id` is the other user, `follow_id` orders the list. */
export type FollowEntry = { follow_id: number; id: number; followed_at: number }

export function listFollowing(db: Db, userId: number, at: Position<number>): Promise<FollowEntry[]> {
  return db
    .selectFrom('follows')
    .select(['follows.id as follow_id', 'following_id as id', 'created_at as followed_at'])
    .where('follower_id', '=', userId)
    .$if(at.after !== undefined, (query) => query.where('follows.id', '<', Number(at.after)))
    .orderBy('follows.id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

export function listFollowers(db: Db, userId: number, at: Position<number>): Promise<FollowEntry[]> {
  return db
    .selectFrom('follows')
    .select(['follows.id as follow_id', 'follower_id as id', 'created_at as followed_at'])
    .where('following_id', '=', userId)
    .$if(at.after !== undefined, (query) => query.where('follows.id', '<', Number(at.after)))
    .orderBy('follows.id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

function mutualFollows(db: Db, userId: number) {
  return db
    .selectFrom('follows')
    .innerJoin('follows as back', (join) =>
      join
        .onRef('back.follower_id', '=', 'follows.following_id')
        .onRef('back.following_id', '=', 'follows.follower_id'),
    )
    .where('follows.follower_id', '=', userId)
}

export function listMutual(db: Db, userId: number, at: Position<number>): Promise<FollowEntry[]> {
  return mutualFollows(db, userId)
    .select(['follows.id as follow_id', 'follows.following_id as id', 'follows.created_at as followed_at'])
    .$if(at.after !== undefined, (query) => query.where('follows.id', '<', Number(at.after)))
    .orderBy('follows.id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

export async function countMutual(db: Db, userId: number): Promise<number> {
  const row = await mutualFollows(db, userId)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function listAll(db: Db, userId: number, side: 'following' | 'followers'): Promise<number[]> {
  const [own, other] =
    side === 'following' ? (['follower_id', 'following_id'] as const) : (['following_id', 'follower_id'] as const)
  const rows = await db.selectFrom('follows').select(`${other} as id`).where(own, '=', userId).execute()
  return rows.map((row) => row.id)
}

export async function deleteFollowsOf(db: Db, engine: Engine, userId: number): Promise<void> {
  await deleteRowsOf(db, engine, 'follows', 'follower_id', userId)
  await deleteRowsOf(db, engine, 'follows', 'following_id', userId)
}

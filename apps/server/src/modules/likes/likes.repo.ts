import type { LikeTarget } from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Db, Engine } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { deleteRowsOf } from '#platform/db/delete-rows.ts'
import { offset } from '#platform/db/pagination.ts'

export async function isLiked(db: Db, userId: number, { target_type, target_id }: LikeTarget): Promise<boolean> {
  const row = await db
    .selectFrom('likes')
    .select('id')
    .where('user_id', '=', userId)
    .where('target_type', '=', target_type)
    .where('target_id', '=', target_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertLike(db: Db, userId: number, target: LikeTarget, now: number): Promise<void> {
  const { target_type, target_id } = target
  const post_id = target_type === TARGET.post ? target_id : null
  const comment_id = target_type === TARGET.comment ? target_id : null
  await db
    .insertInto('likes')
    .values({ user_id: userId, target_type, target_id, post_id, comment_id, created_at: now })
    .execute()
}

export async function deleteLike(db: Db, userId: number, { target_type, target_id }: LikeTarget): Promise<void> {
  await db
    .deleteFrom('likes')
    .where('user_id', '=', userId)
    .where('target_type', '=', target_type)
    .where('target_id', '=', target_id)
    .execute()
}

function likedPosts(db: Db, userId: number) {
  return db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.target_id')
    .where('likes.user_id', '=', userId)
    .where('likes.target_type', '=', TARGET.post)
    .where('posts.is_private', '=', 0)
}

export type LikedPost = { like_id: number; id: number; liked_at: number }

export function listLiked(db: Db, userId: number, at: Position<number>): Promise<LikedPost[]> {
  return likedPosts(db, userId)
    .select(['likes.id as like_id', 'posts.id', 'likes.created_at as liked_at'])
    .$if(at.after !== undefined, (query) => query.where('likes.id', '<', Number(at.after)))
    .orderBy('likes.id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

/** Whether the user likes more than so many posts. */
export async function hasMore(db: Db, userId: number, than: number): Promise<boolean> {
  const query = db.selectFrom('likes').select('id').where('user_id', '=', userId).where('target_type', '=', TARGET.post)
  return (await query.orderBy('id', 'desc').limit(1).offset(than).executeTakeFirst()) !== undefined
}

export async function countLiked(db: Db, userId: number): Promise<number> {
  const row = await likedPosts(db, userId)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function listTargets(db: Db, userId: number, targetType: number): Promise<number[]> {
  const rows = await db
    .selectFrom('likes')
    .select('target_id')
    .where('user_id', '=', userId)
    .where('target_type', '=', targetType)
    .execute()
  return rows.map((row) => row.target_id)
}

export async function deleteLikesOf(db: Db, engine: Engine, userId: number): Promise<void> {
  await deleteRowsOf(db, engine, 'likes', 'user_id', userId)
}

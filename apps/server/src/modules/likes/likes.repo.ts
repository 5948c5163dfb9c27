import type { LikeTarget } from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
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
    .where('posts.is_draft', '=', 0)
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

/** The user's likes of published posts per author. */
export async function countByAuthor(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.target_id')
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .where('likes.user_id', '=', userId)
    .where('likes.target_type', '=', TARGET.post)
    .where('posts.is_draft', '=', 0)
    .groupBy('posts.user_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

export async function deleteLikesOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('likes').where('user_id', '=', userId).execute()
}

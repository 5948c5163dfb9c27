import type { LikeTarget } from '@shiliu/contract/likes'
import type { Db } from '#platform/db/client.ts'

export function listLikes(db: Db, ids: number[]) {
  return db
    .selectFrom('likes')
    .leftJoin('comments', 'comments.id', 'likes.comment_id')
    .innerJoin('posts', (join) =>
      join.on((eb) => eb('posts.id', '=', eb.fn.coalesce('likes.post_id', 'comments.post_id'))),
    )
    .select(['likes.id', 'likes.user_id', 'likes.target_type', 'likes.target_id', 'likes.created_at'])
    .select(['posts.id as post_id', 'posts.user_id as author_id', 'posts.is_private'])
    .select('comments.user_id as commenter_id')
    .where('likes.id', 'in', ids)
    .execute()
}

export type LikeRow = Awaited<ReturnType<typeof listLikes>>[number]

export async function findLikeId(db: Db, userId: number, target: LikeTarget): Promise<number | undefined> {
  const row = await db
    .selectFrom('likes')
    .select('id')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.target_type)
    .where('target_id', '=', target.target_id)
    .executeTakeFirst()
  return row?.id
}

/** Gives a new row the id and time of the deleted one that it replaces. */
export async function replaceIdAndTime(
  db: Db,
  id: number,
  { id: old, created_at }: Pick<LikeRow, 'id' | 'created_at'>,
): Promise<void> {
  await db.updateTable('likes').set({ id: old, created_at }).where('id', '=', id).execute()
}

export async function deleteLikes(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('likes').where('id', 'in', ids).execute()
}

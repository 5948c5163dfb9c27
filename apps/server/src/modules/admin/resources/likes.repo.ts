import type { Db } from '#platform/db/client.ts'

/** Likes with who likes, and the note to open. */
export function listLikes(db: Db, ids: number[]) {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.user_id')
    .leftJoin('comments', 'comments.id', 'likes.comment_id')
    .select(['likes.id', 'likes.user_id', 'likes.target_type', 'likes.target_id', 'likes.created_at'])
    .select(['users.nickname', 'users.user_id as user_display_id'])
    .select((eb) => eb.fn.coalesce('likes.post_id', 'comments.post_id', 'likes.target_id').as('post_id'))
    .where('likes.id', 'in', ids)
    .execute()
}

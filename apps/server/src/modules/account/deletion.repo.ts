/** What a user's account is tied up with. Reads all tables; each part is answered by an index. */
import type { Db } from '#platform/db/client.ts'

/** The user's notes, and the notes that the user likes, collected, commented on, or likes a comment of. */
export async function listTouchedPosts(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('posts.id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('collections').select('post_id as id').where('user_id', '=', userId))
    .union(db.selectFrom('comments').select('post_id as id').where('user_id', '=', userId))
    .union(
      db
        .selectFrom('likes')
        .innerJoin('posts', 'posts.id', 'likes.post_id')
        .select('posts.id')
        .where('likes.user_id', '=', userId),
    )
    .union(
      db
        .selectFrom('likes')
        .innerJoin('comments', 'comments.id', 'likes.comment_id')
        .select('comments.post_id as id')
        .where('likes.user_id', '=', userId),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** The user, who follows and is followed, and whose notes the user likes or collected. */
export async function listTouchedUsers(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('id', '=', userId)
    .union(db.selectFrom('follows').select('following_id as id').where('follower_id', '=', userId))
    .union(db.selectFrom('follows').select('follower_id as id').where('following_id', '=', userId))
    .union(
      db
        .selectFrom('likes')
        .innerJoin('posts', 'posts.id', 'likes.post_id')
        .select('posts.user_id as id')
        .where('likes.user_id', '=', userId),
    )
    .union(
      db
        .selectFrom('collections')
        .innerJoin('posts', 'posts.id', 'collections.post_id')
        .select('posts.user_id as id')
        .where('collections.user_id', '=', userId),
    )
    .execute()
  return rows.map((row) => row.id)
}

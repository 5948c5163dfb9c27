/** Rows whose counters change when an account is deleted. Reads tables of all modules, each by an index. */
import type { Db } from '#platform/db/client.ts'

/** Ids of the user's posts, and of posts that the user likes, collected, commented on, or likes a comment of. */
export async function listAffectedPostIds(db: Db, userId: number): Promise<number[]> {
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

/** Ids of the user, followers, followed users, and authors of posts that the user likes or collected. */
export async function listAffectedUserIds(db: Db, userId: number): Promise<number[]> {
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

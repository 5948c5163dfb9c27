import type { Db } from '#platform/db/client.ts'

/** Follows with both people. */
export function listFollows(db: Db, ids: number[]) {
  return db
    .selectFrom('follows')
    .innerJoin('users as follower', 'follower.id', 'follows.follower_id')
    .innerJoin('users as following', 'following.id', 'follows.following_id')
    .selectAll('follows')
    .select(['follower.user_id as follower_display_id', 'follower.nickname as follower_nickname'])
    .select(['following.user_id as following_display_id', 'following.nickname as following_nickname'])
    .where('follows.id', 'in', ids)
    .execute()
}

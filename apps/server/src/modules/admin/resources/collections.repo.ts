import type { Db } from '#platform/db/client.ts'

/** Collections with who collected, and the note's title. */
export function listCollections(db: Db, ids: number[]) {
  return db
    .selectFrom('collections')
    .innerJoin('users', 'users.id', 'collections.user_id')
    .innerJoin('posts', 'posts.id', 'collections.post_id')
    .selectAll('collections')
    .select(['users.nickname', 'users.user_id as user_display_id', 'posts.title as post_title'])
    .where('collections.id', 'in', ids)
    .execute()
}

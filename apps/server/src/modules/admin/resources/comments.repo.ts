import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'

/** Comments with who wrote them, and the note's title. */
export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .selectAll('comments')
    .select(['users.nickname', 'users.user_id as user_display_id', 'posts.title as post_title'])
    .where('comments.id', 'in', ids)
    .execute()
}

export async function countLikes(db: Db, commentIds: number[]): Promise<number> {
  const counts = chunks(commentIds).map((some) =>
    db
      .selectFrom('likes')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('comment_id', 'in', some)
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).reduce((sum, { n }) => sum + Number(n), 0)
}

import type { Db } from '#platform/db/client.ts'

export async function ping(db: Db): Promise<void> {
  await db.selectNoFrom((eb) => eb.lit(1).as('ok')).executeTakeFirstOrThrow()
}

/** Counts of the whole site. Each count scans an index: cache the result. */
export async function countAll(db: Db) {
  const { users, posts, comments, likes } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('users').select(fn.countAll().as('n')).as('users'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_draft', '=', 0).as('posts'),
      selectFrom('comments').select(fn.countAll().as('n')).as('comments'),
      selectFrom('likes').select(fn.countAll().as('n')).as('likes'),
    ])
    .executeTakeFirstOrThrow()
  return { users: Number(users), posts: Number(posts), comments: Number(comments), likes: Number(likes) }
}

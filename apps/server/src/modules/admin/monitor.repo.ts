import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'

export function listNewestUsers(db: Db, limit: number) {
  return db
    .selectFrom('users')
    .select(['id', 'user_id', 'nickname', 'avatar', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function listNewestPosts(db: Db, limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('posts')
        .selectAll()
        .where('is_draft', '=', 0)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('posts'),
    )
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.title', 'posts.content', 'posts.created_at'])
    .select(['users.user_id', 'users.nickname', 'users.avatar'])
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.id', 'desc')
    .execute()
}

/** Limits in a subquery before joining: MySQL may otherwise start at the users and sort all comments. */
export function listNewestComments(db: Db, limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('comments')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('comments'),
    )
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.post_id', 'posts.title', 'comments.content', 'comments.created_at'])
    .select(['users.user_id', 'users.nickname', 'users.avatar'])
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .execute()
}

export type Counted = 'users' | 'posts' | 'comments' | 'likes'

/** Counts without drafts. Keys are the days' starts, in milliseconds of a clock `shiftMs` ahead of UTC. */
export async function countByDay(db: Db, table: Counted, since: number, shiftMs: number): Promise<Map<number, number>> {
  const day: RawBuilder<number> = sql`created_at + ${sql.lit(shiftMs)} - (created_at + ${sql.lit(shiftMs)}) % 86400000`
  const rows = await db
    .selectFrom(table as 'users')
    .select((eb) => [day.as('day'), eb.fn.countAll().as('n')])
    .where('created_at', '>=', since)
    .$if(table === 'posts', (query) => query.where(sql.ref('is_draft'), '=', 0))
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [Number(row.day), Number(row.n)]))
}

/** Counts of the whole site. Each count scans an index: cache the result. */
export async function countAll(db: Db) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('users').select(fn.countAll().as('n')).as('users'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_draft', '=', 0).as('posts'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_draft', '=', 1).as('drafts'),
      selectFrom('comments').select(fn.countAll().as('n')).as('comments'),
      selectFrom('likes').select(fn.countAll().as('n')).as('likes'),
      selectFrom('media').select(fn.countAll().as('n')).as('pictures'),
      selectFrom('media')
        .select((eb) => eb.fn.sum('bytes').as('n'))
        .as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  const { users, posts, drafts, comments, likes, pictures, bytes } = row
  return {
    totals: {
      users: Number(users),
      posts: Number(posts),
      drafts: Number(drafts),
      comments: Number(comments),
      likes: Number(likes),
    },
    pictures: { count: Number(pictures), bytes: Number(bytes ?? 0) },
  }
}

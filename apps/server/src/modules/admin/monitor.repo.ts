import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
import type { Db } from '#platform/db/client.ts'
import { ofKeptAccount, TRASHED_ACCOUNTS } from './filters.repo.ts'

export function listNewestUsers(db: Db, limit: number) {
  return db
    .selectFrom('users')
    .select(['id', 'user_id', 'nickname', 'avatar', 'created_at'])
    .where(ofKeptAccount('id'))
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
        .where('is_private', '=', 0)
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
        .where('state', '!=', 'deleted')
        .where(ofKeptAccount('user_id'))
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

/** Counts without drafts and trash. Keys are the days' starts, in milliseconds of a clock `shiftMs` ahead of UTC. */
export async function countByDay(db: Db, table: Counted, since: number, shiftMs: number): Promise<Map<number, number>> {
  const day: RawBuilder<number> = sql`created_at + ${sql.lit(shiftMs)} - (created_at + ${sql.lit(shiftMs)}) % 86400000`
  const byDay = db
    .selectFrom(table as 'users')
    .select((eb) => [day.as('day'), eb.fn.countAll().as('n')])
    .where('created_at', '>=', since)
    .groupBy(day)
  const all = await byDay.$if(table === 'posts', (query) => query.where(sql.ref('is_private'), '=', 0)).execute()
  // Taken off, since an index finds them: of all rows the table itself would have to be read.
  const trash = await Promise.all(trashOf(table).map((isTrash) => byDay.where(isTrash).execute()))
  const counts = new Map(all.map((row) => [Number(row.day), Number(row.n)]))
  for (const { day, n } of trash.flat()) counts.set(Number(day), (counts.get(Number(day)) ?? 0) - Number(n))
  return counts
}

/** The rows that are in the trash and those of accounts that are, no row twice. Posts have `is_private`. */
function trashOf(table: Counted): RawBuilder<SqlBool>[] {
  if (table === 'posts') return []
  if (table === 'users') return [sql`id in ${TRASHED_ACCOUNTS}`]
  if (table === 'likes') return [sql`user_id in ${TRASHED_ACCOUNTS}`]
  const own = sql`(select target_id from trash where target_type = ${sql.lit(TRASHED.comment)})`
  return [sql`id in ${own}`, sql`(user_id in ${TRASHED_ACCOUNTS} and state != 'deleted')`]
}

/** How many rows of a table are in the trash, of those since a time where there is one. */
export async function countTrash(db: Db, table: Counted, since: number | null = null): Promise<number> {
  const counts = trashOf(table).map(async (isTrash) => {
    const row = await db
      .selectFrom(table as 'users')
      .select((eb) => eb.fn.countAll().as('n'))
      .where(isTrash)
      .$if(since !== null, (query) => query.where('created_at', '>=', since))
      .executeTakeFirstOrThrow()
    return Number(row.n)
  })
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0)
}

/** Counts of the whole site without trash; pictures of trash count. Each count scans an index: cache the result. */
export async function countAll(db: Db) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const drafts = selectFrom('posts')
        .select(fn.countAll().as('n'))
        .where('is_draft', '=', 1)
        .where('state', '!=', 'deleted')
      return [
        selectFrom('users').select(fn.countAll().as('n')).as('users'),
        selectFrom('posts').select(fn.countAll().as('n')).where('is_private', '=', 0).as('posts'),
        drafts.as('drafts'),
        drafts.where(sql<SqlBool>`user_id in ${TRASHED_ACCOUNTS}`).as('trashed_drafts'),
        selectFrom('comments').select(fn.countAll().as('n')).as('comments'),
        selectFrom('likes').select(fn.countAll().as('n')).as('likes'),
        selectFrom('media').select(fn.countAll().as('n')).as('pictures'),
        selectFrom('media')
          .select((eb) => eb.fn.sum('bytes').as('n'))
          .as('bytes'),
      ]
    })
    .executeTakeFirstOrThrow()
  const { pictures, bytes } = row
  return {
    totals: {
      users: Number(row.users) - (await countTrash(db, 'users')),
      posts: Number(row.posts),
      drafts: Number(row.drafts) - Number(row.trashed_drafts),
      comments: Number(row.comments) - (await countTrash(db, 'comments')),
      likes: Number(row.likes) - (await countTrash(db, 'likes')),
    },
    pictures: { count: Number(pictures), bytes: Number(bytes ?? 0) },
  }
}

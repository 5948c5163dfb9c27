/** Counts the rows behind every counter, for a range of ids. Reads tables of all modules. */
import { TARGET } from '@shiliu/contract/limits'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'

export type CountedTable = 'users' | 'categories' | 'tags' | 'posts' | 'comments'
/** An inclusive range of ids. */
export type Range = { first: number; last: number }
type CountQuery = (db: Db, range: Range) => Promise<{ id: number | null; n: number | string | bigint }[]>

const followsBy =
  (column: 'follower_id' | 'following_id'): CountQuery =>
  (db, { first, last }) =>
    db
      .selectFrom('follows')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .groupBy(column)
      .execute()

const publishedBy =
  (column: 'user_id' | 'category_id'): CountQuery =>
  (db, { first, last }) =>
    db
      .selectFrom('posts')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .where('is_private', '=', 0)
      .groupBy(column)
      .execute()

const likesReceived: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('posts')
    .innerJoin('likes', (join) =>
      join.onRef('likes.target_id', '=', 'posts.id').on('likes.target_type', '=', TARGET.post),
    )
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '>=', first)
    .where('posts.user_id', '<=', last)
    .where('posts.is_private', '=', 0)
    .groupBy('posts.user_id')
    .execute()

const collectionsReceived: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('posts')
    .innerJoin('collections', 'collections.post_id', 'posts.id')
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '>=', first)
    .where('posts.user_id', '<=', last)
    .where('posts.is_private', '=', 0)
    .groupBy('posts.user_id')
    .execute()

const tagUses: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('post_tags')
    .innerJoin('posts', 'posts.id', 'post_tags.post_id')
    .select((eb) => ['post_tags.tag_id as id', eb.fn.countAll().as('n')])
    .where('post_tags.tag_id', '>=', first)
    .where('post_tags.tag_id', '<=', last)
    .where('posts.is_private', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()

const likesOf =
  (type: number): CountQuery =>
  (db, { first, last }) =>
    db
      .selectFrom('likes')
      .select((eb) => ['target_id as id', eb.fn.countAll().as('n')])
      .where('target_type', '=', type)
      .where('target_id', '>=', first)
      .where('target_id', '<=', last)
      .groupBy('target_id')
      .execute()

const collectionsOf: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('collections')
    .select((eb) => ['post_id as id', eb.fn.countAll().as('n')])
    .where('post_id', '>=', first)
    .where('post_id', '<=', last)
    .groupBy('post_id')
    .execute()

const commentsBy =
  (column: 'post_id' | 'parent_id'): CountQuery =>
  (db, { first, last }) =>
    db
      .selectFrom('comments')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .where('is_private', '=', 0)
      .groupBy(column)
      .execute()

/** 1 where others do not see the post, by what decides it; of an account that is being hidden or shown, as it is. */
const privatePosts: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select('posts.id')
    .select(
      sql<number>`case when users.is_hiding = 1 then posts.is_private when posts.is_draft = 0 and posts.state = 'visible' and users.is_hidden = 0 then 0 else 1 end`.as(
        'n',
      ),
    )
    .where('posts.id', '>=', first)
    .where('posts.id', '<=', last)
    .execute()

/** As `privatePosts`; also where the comment above is private. */
const privateComments: CountQuery = (db, { first, last }) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .select('comments.id')
    .select(
      sql<number>`case when users.is_hiding = 1 then comments.is_private when comments.state = 'visible' and users.is_hidden = 0 and coalesce(parent.is_private, 0) = 0 then 0 else 1 end`.as(
        'n',
      ),
    )
    .where('comments.id', '>=', first)
    .where('comments.id', '<=', last)
    .execute()

/** Every counter that can be recounted. View counts cannot: views are not stored as rows. */
export const COUNTERS: Record<CountedTable, Record<string, CountQuery>> = {
  users: {
    follow_count: followsBy('follower_id'),
    fans_count: followsBy('following_id'),
    post_count: publishedBy('user_id'),
    like_count: likesReceived,
    collect_count: collectionsReceived,
  },
  categories: { post_count: publishedBy('category_id') },
  tags: { use_count: tagUses },
  posts: {
    like_count: likesOf(TARGET.post),
    collect_count: collectionsOf,
    comment_count: commentsBy('post_id'),
    is_private: privatePosts,
  },
  comments: {
    like_count: likesOf(TARGET.comment),
    reply_count: commentsBy('parent_id'),
    is_private: privateComments,
  },
}

export async function countRows(db: Db, table: CountedTable): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

type CountedRow = { id: number } & Record<string, unknown>

/**
 * Writers of a counter hold its row's lock, so counts cannot change while `locked`. SQLite has a single writer and
 * needs no locks.
 */
export function listRowsAfter(
  db: Db,
  { table, id, limit, locked }: { table: CountedTable; id: number; limit: number; locked: boolean },
): Promise<CountedRow[]> {
  return db
    .selectFrom(table)
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .$if(locked, (query) => query.forUpdate())
    .$castTo<CountedRow>()
    .execute()
}

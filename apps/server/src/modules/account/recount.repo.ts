/** What every counter ought to say, counted from the rows it stands for. Reads all tables; each query covers a range of ids. */
import { TARGET } from '@shiliu/contract/limits'
import type { Db, Engine } from '#platform/db/client.ts'

export type CountedTable = 'users' | 'categories' | 'tags' | 'posts' | 'comments'
/** Ids from the first to the last, both included. */
export type Range = { first: number; last: number }
type Truth = (db: Db, range: Range) => Promise<{ id: number | null; n: number | string | bigint }[]>

const followsBy =
  (column: 'follower_id' | 'following_id'): Truth =>
  (db, { first, last }) =>
    db
      .selectFrom('follows')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .groupBy(column)
      .execute()

const publishedBy =
  (column: 'user_id' | 'category_id'): Truth =>
  (db, { first, last }) =>
    db
      .selectFrom('posts')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .where('is_draft', '=', 0)
      .groupBy(column)
      .execute()

const likesReceived: Truth = (db, { first, last }) =>
  db
    .selectFrom('posts')
    .innerJoin('likes', (join) =>
      join.onRef('likes.target_id', '=', 'posts.id').on('likes.target_type', '=', TARGET.post),
    )
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '>=', first)
    .where('posts.user_id', '<=', last)
    .where('posts.is_draft', '=', 0)
    .groupBy('posts.user_id')
    .execute()

const collectionsReceived: Truth = (db, { first, last }) =>
  db
    .selectFrom('posts')
    .innerJoin('collections', 'collections.post_id', 'posts.id')
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '>=', first)
    .where('posts.user_id', '<=', last)
    .where('posts.is_draft', '=', 0)
    .groupBy('posts.user_id')
    .execute()

const tagUses: Truth = (db, { first, last }) =>
  db
    .selectFrom('post_tags')
    .innerJoin('posts', 'posts.id', 'post_tags.post_id')
    .select((eb) => ['post_tags.tag_id as id', eb.fn.countAll().as('n')])
    .where('post_tags.tag_id', '>=', first)
    .where('post_tags.tag_id', '<=', last)
    .where('posts.is_draft', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()

const likesOf =
  (type: number): Truth =>
  (db, { first, last }) =>
    db
      .selectFrom('likes')
      .select((eb) => ['target_id as id', eb.fn.countAll().as('n')])
      .where('target_type', '=', type)
      .where('target_id', '>=', first)
      .where('target_id', '<=', last)
      .groupBy('target_id')
      .execute()

const collectionsOf: Truth = (db, { first, last }) =>
  db
    .selectFrom('collections')
    .select((eb) => ['post_id as id', eb.fn.countAll().as('n')])
    .where('post_id', '>=', first)
    .where('post_id', '<=', last)
    .groupBy('post_id')
    .execute()

const commentsBy =
  (column: 'post_id' | 'parent_id'): Truth =>
  (db, { first, last }) =>
    db
      .selectFrom('comments')
      .select((eb) => [`${column} as id` as const, eb.fn.countAll().as('n')])
      .where(column, '>=', first)
      .where(column, '<=', last)
      .groupBy(column)
      .execute()

/** Every counter of the schema that stands for rows. Views stand for none and cannot be counted again. */
export const COUNTERS: Record<CountedTable, Record<string, Truth>> = {
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
  },
  comments: { like_count: likesOf(TARGET.comment), reply_count: commentsBy('parent_id') },
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
 * The next rows after an id, kept from others until the transaction ends: who moves a counter must hold its row, so what
 * is counted now cannot move meanwhile. SQLite has one writer and needs no lock.
 */
export function lockRowsAfter(
  db: Db,
  engine: Engine,
  table: CountedTable,
  id: number,
  limit: number,
): Promise<CountedRow[]> {
  return db
    .selectFrom(table)
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .$castTo<CountedRow>()
    .execute()
}

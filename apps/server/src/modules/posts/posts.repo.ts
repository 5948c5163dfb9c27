import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { type CounterChange, caseById, incrementCounter } from '#platform/db/counters.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { PostsTable } from '#platform/db/schema.ts'

export type PostRow = Selectable<PostsTable>
export type PostCounter = 'like_count' | 'collect_count' | 'comment_count'

export async function insertPost(db: Db, post: Insertable<PostsTable>): Promise<number> {
  return insertedId(await db.insertInto('posts').values(post).executeTakeFirstOrThrow())
}

export function findPost(db: Db, id: number): Promise<PostRow | undefined> {
  return db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As `findPost`, with a row lock until the transaction ends. SQLite has a single writer and needs none. */
export function lockPost(db: Db, engine: Engine, id: number): Promise<PostRow | undefined> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Locks many rows, in ascending order of id; returns what `hotScore` needs of them. */
export function lockPosts(db: Db, engine: Engine, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at', 'day_posts'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

export async function updatePost(db: Db, id: number, values: Updateable<PostsTable>): Promise<void> {
  await db.updateTable('posts').set(values).where('id', '=', id).execute()
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute()
}

/** When the author's `nth` newest published post was published, if there are so many. */
export async function findPublishedAt(db: Db, userId: number, nth: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('is_draft', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row?.created_at
}

/** How many posts the author published since a time, up to `most`. */
export async function countPublishedSince(db: Db, userId: number, since: number, most: number): Promise<number> {
  const published = await db
    .selectFrom('posts')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_draft', '=', 0)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return published.length
}

export async function listPostIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('posts').select('id').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map((row) => row.id)
}

export async function addToCounter(db: Db, counter: PostCounter, changes: CounterChange[]): Promise<void> {
  await incrementCounter(db, 'posts', counter, changes)
}

export type Ranking = { id: number; view_count: number; hot_score: number }

export async function updateRankings(db: Db, rankings: Ranking[]): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      view_count: caseById(rankings.map(({ id, view_count }) => [id, view_count])),
      hot_score: caseById(rankings.map(({ id, hot_score }) => [id, hot_score])),
    })
    .where(
      'id',
      'in',
      rankings.map(({ id }) => id),
    )
    .execute()
}

export async function replacePostImages(
  db: Db,
  postId: number,
  images: { media_id: number | null; url: string | null }[],
): Promise<void> {
  await db.deleteFrom('post_images').where('post_id', '=', postId).execute()
  if (images.length === 0) return
  const rows = images.map((image, position) => ({ ...image, post_id: postId, position }))
  await db.insertInto('post_images').values(rows).execute()
}

/** Ids of the newest `limit` posts of each user, newest first. Reads only the head of each list. */
export async function listNewestOfUsers(db: Db, userIds: number[], limit: number): Promise<number[]> {
  const heads = userIds.map((userId) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('posts')
          .select(['id', 'created_at'])
          .where('user_id', '=', userId)
          .where('is_draft', '=', 0)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .as('head'),
      )
      .select(['id', 'created_at']),
  )
  const [first, ...others] = heads
  if (!first) return []
  const rows = await others.reduce((all, head) => all.unionAll(head), first).execute()
  return rows.toSorted((a, b) => b.created_at - a.created_at || b.id - a.id).map((row) => row.id)
}

export async function listExternalImages(db: Db, postId: number): Promise<string[]> {
  const rows = await db.selectFrom('post_images').select('url').where('post_id', '=', postId).execute()
  return rows.flatMap(({ url }) => url ?? [])
}

export async function replacePostTags(db: Db, postId: number, tagIds: number[]): Promise<void> {
  await db.deleteFrom('post_tags').where('post_id', '=', postId).execute()
  if (tagIds.length === 0) return
  const rows = tagIds.map((tag_id, position) => ({ post_id: postId, tag_id, position }))
  await db.insertInto('post_tags').values(rows).execute()
}

export async function listTagsOfPost(db: Db, postId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('post_id', '=', postId)
    .orderBy('post_tags.position')
    .execute()
}

export async function listPostIdsByTags(db: Db, tagIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .distinct()
    .where('tag_id', 'in', tagIds)
    .orderBy('post_id')
    .execute()
  return rows.map((row) => row.post_id)
}

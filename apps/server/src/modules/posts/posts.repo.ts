import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { type CounterChange, caseById, incrementCounter } from '#platform/db/counters.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'
import type { PostsTable } from '#platform/db/schema.ts'

export type PostRow = Selectable<PostsTable>
export type PostCounter = 'like_count' | 'collect_count' | 'comment_count'

export async function insertPost(db: Db, post: Insertable<PostsTable>): Promise<number> {
  return insertedId(await db.insertInto('posts').values(post).executeTakeFirstOrThrow())
}

export function findPost(db: Db, id: number): Promise<PostRow | undefined> {
  return db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Who wrote what, of those of these posts that others see. */
export async function listPublicTexts(
  db: Db,
  ids: readonly number[],
): Promise<Pick<PostRow, 'id' | 'user_id' | 'content'>[]> {
  const found: Pick<PostRow, 'id' | 'user_id' | 'content'>[] = []
  for (const some of chunks(ids)) {
    const query = db.selectFrom('posts').select(['id', 'user_id', 'content']).where('id', 'in', some)
    found.push(...(await query.where('is_private', '=', 0).execute()))
  }
  return found
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
    .select(['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'])
    .select(['day_posts', 'is_featured'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

/** As `lockPosts`, with all columns. */
export function lockWholePosts(db: Db, engine: Engine, ids: number[]): Promise<PostRow[]> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

export async function updatePosts(db: Db, ids: number[], values: Updateable<PostsTable>): Promise<void> {
  await db.updateTable('posts').set(values).where('id', 'in', ids).execute()
}

/** How many of these posts each author has published. */
export async function countByAuthor(db: Db, ids: number[]): Promise<[userId: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['user_id', eb.fn.countAll().as('n')])
    .where('id', 'in', ids)
    .where('is_private', '=', 0)
    .groupBy('user_id')
    .execute()
  return rows.map((row) => [row.user_id, Number(row.n)])
}

export async function updatePost(db: Db, id: number, values: Updateable<PostsTable>): Promise<void> {
  await db.updateTable('posts').set(values).where('id', '=', id).execute()
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute()
}

/** When the author published the nth last post, counting those that are gone. */
export async function findPublishedAt(db: Db, userId: number, nth: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('publications')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row?.created_at
}

export async function insertPublication(db: Db, userId: number, at: number): Promise<void> {
  await db.insertInto('publications').values({ user_id: userId, created_at: at }).execute()
}

export async function listPublicationIdsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('publications').select('id').where('created_at', '<', time)
  return (await old.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deletePublications(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('publications').where('id', 'in', ids).execute()
}

export async function deletePublicationsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('publications').where('user_id', '=', userId).execute()
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

/** Posts of a user whose `author_hidden` is not this. */
export async function listOthersOf(db: Db, userId: number, author_hidden: 0 | 1, limit: number): Promise<number[]> {
  const others = db.selectFrom('posts').select('id').where('user_id', '=', userId)
  const rows = await others.where('author_hidden', '!=', author_hidden).orderBy('id').limit(limit).execute()
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
          .where('is_private', '=', 0)
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

/** The pictures and tags of a post, in order, to tell whether they changed. */
export async function listParts(db: Db, postId: number): Promise<unknown[]> {
  const images = db.selectFrom('post_images').select(['media_id', 'url']).where('post_id', '=', postId)
  const tags = db.selectFrom('post_tags').select('tag_id').where('post_id', '=', postId)
  return [await images.orderBy('position').execute(), await tags.orderBy('position').execute()]
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

/** In the order in which each post has them. */
export function listTagIds(db: Db, postIds: number[]): Promise<{ post_id: number; tag_id: number }[]> {
  const links = db.selectFrom('post_tags').select(['post_id', 'tag_id']).where('post_id', 'in', postIds)
  return links.orderBy('post_id').orderBy('position').execute()
}

export async function replaceTagsOfPosts(db: Db, posts: { id: number; tag_ids: number[] }[]): Promise<void> {
  const ids = posts.map(({ id }) => id)
  await db.deleteFrom('post_tags').where('post_id', 'in', ids).execute()
  const rows = posts.flatMap(({ id, tag_ids }) =>
    tag_ids.map((tag_id, position) => ({ post_id: id, tag_id, position })),
  )
  if (rows.length > 0) await db.insertInto('post_tags').values(rows).execute()
}

/** Without those in the trash. */
export async function listTagsOfPost(db: Db, postId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('post_id', '=', postId)
    .where('tags.is_trashed', '=', 0)
    .orderBy('post_tags.position')
    .execute()
}

/** Tags of a post that are in the trash, which its author does not see. */
export async function listTrashedTagIds(db: Db, postId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select('tags.id')
    .where('post_id', '=', postId)
    .where('tags.is_trashed', '=', 1)
    .orderBy('post_tags.position')
    .execute()
  return rows.map((row) => row.id)
}

export async function listSomePostIdsByTag(db: Db, tagId: number, limit: number): Promise<number[]> {
  const links = db.selectFrom('post_tags').select('post_id').where('tag_id', '=', tagId)
  return (await links.orderBy('post_id').limit(limit).execute()).map((row) => row.post_id)
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

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
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

/** As `findPost`, keeping others from changing the row until the transaction ends; SQLite has one writer anyway. */
export function lockPost(db: Db, engine: Engine, id: number): Promise<PostRow | undefined> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function updatePost(db: Db, id: number, values: Updateable<PostsTable>): Promise<void> {
  await db.updateTable('posts').set(values).where('id', '=', id).execute()
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute()
}

/** Of the notes and drafts of a user. */
export async function listPostIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('posts').select('id').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Counter and rank in one statement. */
export async function moveCounter(
  db: Db,
  id: number,
  counter: PostCounter,
  delta: number,
  hotScore: number,
): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({ [counter]: eb(counter, '+', delta), hot_score: hotScore }))
    .where('id', '=', id)
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

/** The newest `most` notes of each user, newest first. Only the head of each list is read, however long it is. */
export async function listNewestOfUsers(db: Db, userIds: number[], most: number): Promise<number[]> {
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
          .limit(most)
          .as('head'),
      )
      .select(['id', 'created_at']),
  )
  const [first, ...others] = heads
  if (!first) return []
  const rows = await others.reduce((all, head) => all.unionAll(head), first).execute()
  return rows.toSorted((a, b) => b.created_at - a.created_at || b.id - a.id).map((row) => row.id)
}

/** The addresses of a note's pictures that are not stored here. */
export async function listImagesElsewhere(db: Db, postId: number): Promise<string[]> {
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

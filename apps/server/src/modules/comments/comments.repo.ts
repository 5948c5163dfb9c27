import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks, insertedId, offset, type PageQuery } from '#platform/db/rows.ts'
import type { CommentsTable } from '#platform/db/schema.ts'

export type CommentRow = Selectable<CommentsTable>
export type CommentCounter = 'like_count' | 'reply_count'

export async function insertComment(db: Db, comment: Insertable<CommentsTable>): Promise<number> {
  return insertedId(await db.insertInto('comments').values(comment).executeTakeFirstOrThrow())
}

export async function insertCommentImages(db: Db, commentId: number, mediaIds: number[]): Promise<void> {
  if (mediaIds.length === 0) return
  const rows = mediaIds.map((media_id) => ({ comment_id: commentId, media_id }))
  await db.insertInto('comment_images').values(rows).execute()
}

export function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function addToCommentCounter(db: Db, id: number, counter: CommentCounter, delta: number): Promise<void> {
  await db
    .updateTable('comments')
    .set((eb) => ({ [counter]: eb(counter, '+', delta) }))
    .where('id', '=', id)
    .execute()
}

/** Likes, pictures and notifications go along with their comment. */
export async function deleteComments(db: Db, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) await db.deleteFrom('comments').where('id', 'in', some).execute()
}

export async function listTopLevelIds(
  db: Db,
  postId: number,
  order: 'asc' | 'desc',
  page: PageQuery,
): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('root_id', 'is', null)
    .orderBy('id', order)
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
}

export async function countTopLevel(db: Db, postId: number): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('post_id', '=', postId)
    .where('root_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export type FirstReply = { id: number; rootId: number; total: number }

/** The first `most` replies of each thread, oldest first, each with the number of all replies of its thread. */
export async function listFirstReplies(db: Db, rootIds: number[], most: number): Promise<FirstReply[]> {
  if (rootIds.length === 0) return []
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('comments')
        .select(['id', 'root_id'])
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('root_id').orderBy('id'))
            .as('place'),
        )
        .select((eb) =>
          eb.fn
            .countAll()
            .over((over) => over.partitionBy('root_id'))
            .as('total'),
        )
        .where('root_id', 'in', rootIds)
        .as('ranked'),
    )
    .select(['id', 'root_id', 'total'])
    .where('place', '<=', most)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, rootId: Number(row.root_id), total: Number(row.total) }))
}

/** Replies below a comment: those that answer it (`parent_id`), or those of its whole thread (`root_id`). Oldest first. */
export async function listReplyIds(
  db: Db,
  below: 'parent_id' | 'root_id',
  id: number,
  page: PageQuery,
): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where(below, '=', id)
    .orderBy('id')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
}

export async function countReplies(db: Db, below: 'parent_id' | 'root_id', id: number): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where(below, '=', id)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Who answers whom in a thread, oldest first. */
export function listLinks(db: Db, rootId: number): Promise<Pick<CommentRow, 'id' | 'parent_id'>[]> {
  return db.selectFrom('comments').select(['id', 'parent_id']).where('root_id', '=', rootId).orderBy('id').execute()
}

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { type CounterChange, incrementCounter } from '#platform/db/counters.ts'
import type { Position } from '#platform/db/cursor.ts'
import { deleteRows } from '#platform/db/delete-rows.ts'
import { offset } from '#platform/db/pagination.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'
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

export async function deleteCommentImages(db: Db, commentId: number): Promise<void> {
  await db.deleteFrom('comment_images').where('comment_id', '=', commentId).execute()
}

export async function updateContent(db: Db, id: number, content: string): Promise<void> {
  await db.updateTable('comments').set({ content }).where('id', '=', id).execute()
}

export function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listComments(db: Db, ids: number[]): Promise<CommentRow[]> {
  const found: CommentRow[] = []
  for (const some of chunks(ids)) {
    found.push(...(await db.selectFrom('comments').selectAll().where('id', 'in', some).orderBy('id').execute()))
  }
  return found
}

export async function addToCounter(db: Db, counter: CommentCounter, changes: CounterChange[]): Promise<void> {
  await incrementCounter(db, 'comments', counter, changes)
}

export async function listTopLevelIds(
  db: Db,
  postId: number,
  order: 'asc' | 'desc',
  at: Position<number>,
): Promise<number[]> {
  const { after } = at
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('is_private', '=', 0)
    .where('root_id', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', order === 'asc' ? '>' : '<', Number(after)))
    .orderBy('id', order)
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
  return rows.map((row) => row.id)
}

export async function countTopLevel(db: Db, postId: number): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('post_id', '=', postId)
    .where('is_private', '=', 0)
    .where('root_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** How many top-level comments of the post come before the one with this id. */
export async function countTopLevelBefore(db: Db, postId: number, id: number, order: 'asc' | 'desc'): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('post_id', '=', postId)
    .where('is_private', '=', 0)
    .where('root_id', 'is', null)
    .where('id', order === 'asc' ? '<' : '>', id)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** How many replies of the thread are older than the one with this id. */
export async function countRepliesBefore(db: Db, rootId: number, id: number): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('root_id', '=', rootId)
    .where('is_private', '=', 0)
    .where('id', '<', id)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

type FirstReply = { id: number; rootId: number }

/** The first `limit` replies of each thread, oldest first. Reads only the head of each thread. */
export async function listFirstReplies(db: Db, rootIds: number[], limit: number): Promise<FirstReply[]> {
  const heads = rootIds.map((rootId) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('comments')
          .select(['id', 'root_id'])
          .where('root_id', '=', rootId)
          .where('is_private', '=', 0)
          .orderBy('id')
          .limit(limit)
          .as('head'),
      )
      .select(['id', 'root_id']),
  )
  const [first, ...others] = heads
  if (!first) return []
  const rows = await others.reduce((all, head) => all.unionAll(head), first).execute()
  return rows.map((row) => ({ id: row.id, rootId: Number(row.root_id) })).toSorted((a, b) => a.id - b.id)
}

/** Threads without replies are left out. */
export async function countThreads(db: Db, rootIds: number[]): Promise<Map<number, number>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select((eb) => ['root_id', eb.fn.countAll().as('n')])
    .where('root_id', 'in', rootIds)
    .where('is_private', '=', 0)
    .groupBy('root_id')
    .execute()
  return new Map(rows.map((row) => [Number(row.root_id), Number(row.n)]))
}

/** Ids of direct replies to a comment (`parent_id`) or of its whole thread (`root_id`), oldest first. */
export async function listReplyIds(
  db: Db,
  below: 'parent_id' | 'root_id',
  id: number,
  at: Position<number>,
): Promise<number[]> {
  const { after } = at
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where(below, '=', id)
    .where('is_private', '=', 0)
    .$if(after !== undefined, (query) => query.where('id', '>', Number(after)))
    .orderBy('id')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
  return rows.map((row) => row.id)
}

export async function countReplies(db: Db, below: 'parent_id' | 'root_id', id: number): Promise<number> {
  const row = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll().as('n'))
    .where(below, '=', id)
    .where('is_private', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Where a comment hangs, and what decides who sees it. */
export type CommentLink = Pick<CommentRow, (typeof LINK_COLUMNS)[number]>

const LINK_COLUMNS = [
  'id',
  'post_id',
  'user_id',
  'parent_id',
  'root_id',
  'is_private',
  'state',
  'author_hidden',
] as const

export async function listLinks(db: Db, ids: number[]): Promise<CommentLink[]> {
  if (ids.length === 0) return []
  return db.selectFrom('comments').select(LINK_COLUMNS).where('id', 'in', ids).execute()
}

export function listLinksByUsers(db: Db, userIds: number[]): Promise<CommentLink[]> {
  return db.selectFrom('comments').select(LINK_COLUMNS).where('user_id', 'in', userIds).execute()
}

/** Comments of a user whose `author_hidden` is not this. */
export async function listOthersOf(db: Db, userId: number, author_hidden: 0 | 1, limit: number): Promise<number[]> {
  const others = db.selectFrom('comments').select('id').where('user_id', '=', userId)
  const rows = await others.where('author_hidden', '!=', author_hidden).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

export function listThreadLinks(db: Db, rootIds: number[]): Promise<CommentLink[]> {
  return db.selectFrom('comments').select(LINK_COLUMNS).where('root_id', 'in', rootIds).orderBy('id').execute()
}

export async function updateComments(db: Db, ids: number[], values: Updateable<CommentsTable>): Promise<void> {
  for (const some of chunks(ids)) await db.updateTable('comments').set(values).where('id', 'in', some).execute()
}

/** Likes, pictures and notifications are deleted with their comment (foreign keys). */
export function deleteComments(db: Db, engine: Engine, ids: number[]): Promise<void> {
  return deleteRows(db, engine, 'comments', ids)
}

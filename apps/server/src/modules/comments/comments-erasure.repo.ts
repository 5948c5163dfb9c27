import { type Move, moveCounter } from '#platform/db/bulk.ts'
import type { Db } from '#platform/db/client.ts'
import type { CommentCounter, CommentRow } from './comments.repo.ts'

export type Link = Pick<CommentRow, 'id' | 'post_id' | 'parent_id' | 'root_id'>

const LINK = ['id', 'post_id', 'parent_id', 'root_id'] as const

export function listCommentsOf(db: Db, userIds: number[]): Promise<Link[]> {
  return db.selectFrom('comments').select(LINK).where('user_id', 'in', userIds).execute()
}

export function listLinks(db: Db, ids: number[]): Promise<Link[]> {
  return db.selectFrom('comments').select(LINK).where('id', 'in', ids).execute()
}

/** All replies of these threads, oldest first. */
export function listThreadLinks(db: Db, rootIds: number[]): Promise<Link[]> {
  return db.selectFrom('comments').select(LINK).where('root_id', 'in', rootIds).orderBy('id').execute()
}

/** One counter of many comments in one statement. */
export async function addToCounters(db: Db, counter: CommentCounter, moves: Move[]): Promise<void> {
  await moveCounter(db, 'comments', counter, moves)
}

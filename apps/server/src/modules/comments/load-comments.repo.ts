import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

/** Comments with their author and the author of what they answer, in no particular order. */
export function listCardRows(db: Db, ids: number[]) {
  return db
    .selectFrom('comments as c')
    .innerJoin('users as author', 'author.id', 'c.user_id')
    .leftJoin('comments as parent', 'parent.id', 'c.parent_id')
    .leftJoin('users as answered', 'answered.id', 'parent.user_id')
    .selectAll('c')
    .select(['author.user_id as author_account', 'author.nickname', 'author.avatar', 'author.location'])
    .select(['answered.user_id as answered_account', 'answered.nickname as answered_nickname'])
    .where('c.id', 'in', ids)
    .execute()
}

export type CardRow = Awaited<ReturnType<typeof listCardRows>>[number]

/** Which of these comments the viewer likes. */
export async function likedAmong(db: Db, viewerId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('likes')
    .select('target_id')
    .where('user_id', '=', viewerId)
    .where('target_type', '=', TARGET.comment)
    .where('target_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

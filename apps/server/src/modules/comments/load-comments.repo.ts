import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments as c')
    .innerJoin('users as author', 'author.id', 'c.user_id')
    .leftJoin('comments as parent', 'parent.id', 'c.parent_id')
    .leftJoin('users as parent_author', 'parent_author.id', 'parent.user_id')
    .selectAll('c')
    .select([
      'author.user_id as author_account',
      'author.nickname',
      'author.avatar',
      'author.location as author_location',
    ])
    .select(['parent_author.id as parent_author_id', 'parent_author.user_id as parent_account'])
    .select('parent_author.nickname as parent_nickname')
    .where('c.id', 'in', ids)
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export function listPictures(db: Db, ids: number[]) {
  return db
    .selectFrom('comment_images')
    .innerJoin('media', 'media.id', 'comment_images.media_id')
    .select(['comment_id', 'media_key', 'width', 'height', 'thumbhash'])
    .where('comment_id', 'in', ids)
    .execute()
}

export async function listLikedIds(db: Db, viewerId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('likes')
    .select('target_id')
    .where('user_id', '=', viewerId)
    .where('target_type', '=', TARGET.comment)
    .where('target_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

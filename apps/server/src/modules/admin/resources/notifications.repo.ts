import type { Db } from '#platform/db/client.ts'

/** Notifications with both people. */
export function listNotifications(db: Db, ids: number[]) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('users as receiver', 'receiver.id', 'n.user_id')
    .innerJoin('users as sender', 'sender.id', 'n.sender_id')
    .select(['n.id', 'n.user_id', 'n.sender_id', 'n.type', 'n.title', 'n.target_id', 'n.comment_id', 'n.is_read'])
    .select(['n.created_at', 'receiver.user_id as user_display_id', 'receiver.nickname as user_nickname'])
    .select(['sender.user_id as sender_display_id', 'sender.nickname as sender_nickname'])
    .where('n.id', 'in', ids)
    .execute()
}

export async function hasPost(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The note that a comment stands under; undefined where there is no such comment. */
export async function findPostOfComment(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('comments').select('post_id').where('id', '=', id).executeTakeFirst()
  return row?.post_id
}

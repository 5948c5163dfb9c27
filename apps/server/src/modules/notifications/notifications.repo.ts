import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { NotificationsTable } from '#platform/db/schema.ts'

export async function insertNotification(db: Db, notification: Insertable<NotificationsTable>): Promise<void> {
  await db.insertInto('notifications').values(notification).execute()
}

/** Answers whether there was an unread one. */
export async function deleteUnreadByEvent(db: Db, userId: number, eventKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .where('is_read', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

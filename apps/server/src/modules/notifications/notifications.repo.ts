import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { NotificationsTable } from '#platform/db/schema.ts'

export async function insertNotification(db: Db, notification: Insertable<NotificationsTable>): Promise<void> {
  await db.insertInto('notifications').values(notification).execute()
}

export async function insertNotifications(db: Db, notifications: Insertable<NotificationsTable>[]): Promise<void> {
  await db.insertInto('notifications').values(notifications).execute()
}

/** Those of these users who were told of the event. */
export async function listToldOf(db: Db, eventKey: string, userIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('event_key', '=', eventKey)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map((row) => row.user_id)
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

/** Newest first, with the sender's fields; all types unless given. */
export function listNotifications(db: Db, userId: number, types: readonly number[] | null, page: PageQuery) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('users as sender', 'sender.id', 'n.sender_id')
    .selectAll('n')
    .select([
      'sender.user_id as sender_public_id',
      'sender.nickname',
      'sender.avatar',
      'sender.follow_count',
      'sender.fans_count',
    ])
    .where('n.user_id', '=', userId)
    .$if(types !== null, (query) => query.where('n.type', 'in', types ?? []))
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** Notifications by type, all of them and the unread ones. */
export async function countByType(db: Db, userId: number, unreadOnly: boolean): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select((eb) => ['type', eb.fn.countAll().as('n')])
    .where('user_id', '=', userId)
    .$if(unreadOnly, (query) => query.where('is_read', '=', 0))
    .groupBy('type')
    .execute()
  return new Map(rows.map((row) => [row.type, Number(row.n)]))
}

/** Answers whether the user has this notification. */
export async function markRead(db: Db, userId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markAllRead(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('user_id', '=', userId)
    .where('is_read', '=', 0)
    .execute()
}

/** Answers whether the user had this notification. */
export async function deleteNotification(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

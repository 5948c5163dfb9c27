import type { Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { NotificationsTable } from '#platform/db/schema.ts'

type Event = { userId: number; eventKey: string }

/** Unread notifications of these events; a key names its receiver too, except for follows. */
export async function listUnreadOf(db: Db, events: readonly Event[]): Promise<{ id: number; user_id: number }[]> {
  const wanted = new Set(events.map(({ userId, eventKey }) => `${userId} ${eventKey}`))
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'event_key'])
    .where('user_id', 'in', [...new Set(events.map((event) => event.userId))])
    .where('event_key', 'in', [...new Set(events.map((event) => event.eventKey))])
    .where('is_read', '=', 0)
    .execute()
  return rows.filter((row) => wanted.has(`${row.user_id} ${row.event_key}`))
}

export async function listReceivers(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('notifications').select('user_id').distinct().where('id', 'in', ids).execute()
  return rows.map((row) => row.user_id)
}

export async function findNotificationId(db: Db, userId: number, eventKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
  return row?.id
}

export async function updateNotification(db: Db, id: number, values: Updateable<NotificationsTable>): Promise<void> {
  await db.updateTable('notifications').set(values).where('id', '=', id).execute()
}

export async function deleteNotifications(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('notifications').where('id', 'in', ids).execute()
}

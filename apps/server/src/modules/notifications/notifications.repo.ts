import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { offset } from '#platform/db/pagination.ts'
import type { NotificationsTable } from '#platform/db/schema.ts'

export async function insertNotification(db: Db, notification: Insertable<NotificationsTable>): Promise<void> {
  await db.insertInto('notifications').values(notification).execute()
}

export async function insertNotifications(db: Db, notifications: Insertable<NotificationsTable>[]): Promise<void> {
  await db.insertInto('notifications').values(notifications).execute()
}

/** Who of these users was told since a time, by one sender, of one of these events. */
export async function listNotified(
  db: Db,
  eventKeys: string[],
  userIds: number[],
  { senderId, since }: { senderId: number; since: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('event_key', 'in', eventKeys)
    .where('user_id', 'in', userIds)
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns whether an unread one existed. */
export async function deleteUnreadByEvent(db: Db, userId: number, eventKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .where('is_read', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ids of one page and of the row behind it, and the total. Reads only the head of each type's index range, not all of a user's notifications. */
export async function listNotificationIds(db: Db, userId: number, types: readonly number[], at: Position<number>) {
  const end = offset(at) + at.limit + 1
  const heads = types.map((type) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          .where('type', '=', type)
          .$if(at.after !== undefined, (query) => query.where('id', '<', Number(at.after)))
          .orderBy('id', 'desc')
          .limit(end)
          .as('head'),
      )
      .select('id'),
  )
  const [first, ...others] = heads
  if (!first) return { ids: [], total: 0 }
  const shown = others
    .reduce((all, head) => all.unionAll(head), first)
    .orderBy('id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
  const rows = await db
    .selectFrom(shown.as('shown'))
    .select(['shown.id', countOf(db, userId, types).as('total')])
    .execute()
  const ids = rows.map((row) => row.id)
  if (rows[0]) return { ids, total: Number(rows[0].total) }
  // No row carries the total: the list is empty, or the page is beyond the last one.
  return { ids, total: at.page === 1 ? 0 : Number((await countOf(db, userId, types).executeTakeFirst())?.n ?? 0) }
}

function countOf(db: Db, userId: number, types: readonly number[]) {
  return db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('user_id', '=', userId)
    .where('type', 'in', types)
}

export function listNotifications(db: Db, ids: number[]) {
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
    .where('n.id', 'in', ids)
    .orderBy('n.id', 'desc')
    .execute()
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** Unread counts by type. */
export async function countUnread(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select((eb) => ['type', eb.fn.countAll().as('n')])
    .where('user_id', '=', userId)
    .where('is_read', '=', 0)
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

export async function deleteNotification(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listUnreadReaders(db: Db, about: 'target_id' | 'comment_id', ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where(about, 'in', ids)
    .where('is_read', '=', 0)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function listUnreadReceivers(db: Db, senderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('sender_id', '=', senderId)
    .where('is_read', '=', 0)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function deleteNotificationsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).execute()
  await db.deleteFrom('notifications').where('sender_id', '=', userId).execute()
}

export type NotifiedEvent = { userId: number; eventKey: string }

/** Matches rows by receiver, too: the same event key may have several. */
export async function listUnreadByEvents(
  db: Db,
  events: readonly NotifiedEvent[],
): Promise<{ id: number; user_id: number }[]> {
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

export async function deleteNotifications(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('notifications').where('id', 'in', ids).execute()
}

import { NOTICE } from '@shiliu/contract/limits'
import type { Insertable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { deleteRowsOf } from '#platform/db/delete-rows.ts'
import { insertUnlessDuplicate } from '#platform/db/errors.ts'
import { offset } from '#platform/db/pagination.ts'
import type { NotificationsTable, ToldEventsTable } from '#platform/db/schema.ts'

export async function insertNotification(db: Db, notification: Insertable<NotificationsTable>): Promise<void> {
  await db.insertInto('notifications').values(notification).execute()
}

export async function insertNotifications(db: Db, notifications: Insertable<NotificationsTable>[]): Promise<void> {
  await db.insertInto('notifications').values(notifications).execute()
}

/** Which of these users was told of which of these events, by whom and when. */
export function listNotified(
  db: Db,
  eventKeys: string[],
  userIds: number[],
): Promise<{ user_id: number; event_key: string; sender_id: number; created_at: number }[]> {
  return db
    .selectFrom('notifications')
    .select(['user_id', 'event_key', 'sender_id', 'created_at'])
    .where('event_key', 'in', eventKeys)
    .where('user_id', 'in', userIds)
    .execute()
}

/** Deletes an unread one and returns when it was made; undefined where there is none. */
export async function deleteUnreadByEvent(db: Db, userId: number, eventKey: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .where('is_read', '=', 0)
    .executeTakeFirst()
  if (!found) return undefined
  const unread = db.deleteFrom('notifications').where('id', '=', found.id).where('is_read', '=', 0)
  return (await unread.executeTakeFirst()).numDeletedRows > 0n ? found.created_at : undefined
}

export async function wasTold(db: Db, userId: number, eventKey: string, since: number): Promise<boolean> {
  const told = await db
    .selectFrom('told_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('event_key', '=', eventKey)
    .where('told_at', '>', since)
    .executeTakeFirst()
  return told !== undefined
}

export async function writeTold(db: Db, told: Insertable<ToldEventsTable>): Promise<void> {
  // Updating first would lock a gap on MySQL, where two writers then deadlock.
  if (await insertUnlessDuplicate(() => db.insertInto('told_events').values(told).execute())) return
  await db
    .updateTable('told_events')
    .set({ told_at: told.told_at })
    .where('user_id', '=', told.user_id)
    .where('event_key', '=', told.event_key)
    .execute()
}

/** As `writeTold`, for many. */
export async function writeToldOfMany(db: Db, told: readonly Insertable<ToldEventsTable>[]): Promise<void> {
  const keys = new Map(told.map((one) => [`${one.user_id} ${one.event_key}`, one]))
  const known = await db
    .selectFrom('told_events')
    .select(['id', 'user_id', 'event_key'])
    .where('user_id', 'in', [...new Set(told.map(({ user_id }) => user_id))])
    .where('event_key', 'in', [...new Set(told.map(({ event_key }) => event_key))])
    .execute()
  const replaced = known.filter((row) => keys.has(`${row.user_id} ${row.event_key}`)).map(({ id }) => id)
  if (replaced.length > 0) await deleteTold(db, replaced)
  await db
    .insertInto('told_events')
    .values([...keys.values()])
    .execute()
}

export async function listToldBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('told_events').select('id').where('told_at', '<=', time)
  return (await old.orderBy('told_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteTold(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('told_events').where('id', 'in', ids).execute()
}

/**
 * Ids of one page and of the row behind it, and the total. Reads only the head of each type's index range, not all of a
 * user's notifications.
 */
export async function listNotificationIds(db: Db, userId: number, types: readonly number[], at: Position<number>) {
  const end = offset(at) + at.limit + 1
  const heads = types.map((type) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', userId)
          .where('is_hidden', '=', 0)
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
    .where('is_hidden', '=', 0)
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
    .where('is_hidden', '=', 0)
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

const READ_STEP = 500

/** In steps, since SQLite would hold the event loop for thousands. */
export async function markAllRead(db: Db, userId: number): Promise<void> {
  for (let marked = READ_STEP; marked === READ_STEP; ) {
    const unread = db.selectFrom('notifications').select('id').where('user_id', '=', userId).where('is_read', '=', 0)
    const ids = (await unread.limit(READ_STEP).execute()).map(({ id }) => id)
    if (ids.length > 0) await db.updateTable('notifications').set({ is_read: 1 }).where('id', 'in', ids).execute()
    marked = ids.length
  }
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

export async function deleteNotificationsOf(db: Db, engine: Engine, userId: number): Promise<void> {
  await deleteRowsOf(db, engine, 'notifications', 'user_id', userId)
  await deleteRowsOf(db, engine, 'notifications', 'sender_id', userId)
  await db.deleteFrom('told_events').where('user_id', '=', userId).execute()
}

export type NotifiedEvent = { userId: number; eventKey: string }

/** Matches rows by receiver, too: the same event key may have several. */
export async function listUnreadByEvents(
  db: Db,
  events: readonly NotifiedEvent[],
): Promise<{ id: number; user_id: number; event_key: string; created_at: number }[]> {
  const wanted = new Set(events.map(({ userId, eventKey }) => `${userId} ${eventKey}`))
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'event_key', 'created_at'])
    .where('user_id', 'in', [...new Set(events.map((event) => event.userId))])
    .where('event_key', 'in', [...new Set(events.map((event) => event.eventKey))])
    .where('is_read', '=', 0)
    .execute()
  return rows.filter((row) => wanted.has(`${row.user_id} ${row.event_key}`))
}

export async function deleteNotifications(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('notifications').where('id', 'in', ids).execute()
}

export function listAnnounced(db: Db, announcementId: number, limit: number) {
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'is_read'])
    .where('announcement_id', '=', announcementId)
    .limit(limit)
    .execute()
}

export async function countReadAnnounced(db: Db, announcementIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select((eb) => ['announcement_id', eb.fn.countAll().as('n')])
    .where('announcement_id', 'in', announcementIds)
    .where('is_read', '=', 1)
    .groupBy('announcement_id')
    .execute()
  return new Map(rows.map((row) => [row.announcement_id ?? 0, Number(row.n)]))
}

/**
 * Hides notifications about posts or comments that are not visible, or by who is hidden, and shows the others; not
 * those by the site.
 */
export async function refreshHidden(
  db: Db,
  about: 'id' | 'target_id' | 'comment_id',
  ids: readonly number[],
): Promise<void> {
  await db
    .updateTable('notifications')
    .set(({ case: when, or, exists, selectFrom, lit }) => ({
      is_hidden: when()
        .when(
          or([
            exists(
              selectFrom('posts')
                .select(lit(1).as('one'))
                .whereRef('posts.id', '=', 'notifications.target_id')
                .where((eb) => eb.or([eb('posts.state', '!=', 'visible'), eb('posts.author_hidden', '=', 1)])),
            ),
            exists(
              selectFrom('comments')
                .select(lit(1).as('one'))
                .whereRef('comments.id', '=', 'notifications.comment_id')
                .where('comments.is_private', '=', 1),
            ),
            exists(
              selectFrom('users')
                .select(lit(1).as('one'))
                .whereRef('users.id', '=', 'notifications.sender_id')
                .where('users.is_hidden', '=', 1),
            ),
          ]),
        )
        .then(lit(1))
        .else(lit(0))
        .end(),
    }))
    .where(about, 'in', ids)
    .where('type', '!=', NOTICE.moderation)
    .execute()
}

export async function listIdsOfSender(db: Db, senderId: number, after: number, limit: number): Promise<number[]> {
  const sent = db.selectFrom('notifications').select('id').where('sender_id', '=', senderId).where('id', '>', after)
  return (await sent.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Who has unread ones among these. */
export async function listUnreadReadersOf(db: Db, ids: number[]): Promise<number[]> {
  const unread = db.selectFrom('notifications').select('user_id').distinct().where('id', 'in', ids)
  return (await unread.where('is_read', '=', 0).execute()).map(({ user_id }) => user_id)
}

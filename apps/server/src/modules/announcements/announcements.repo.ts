import { TARGET } from '@shiliu/contract/limits'
import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { AnnouncementsTable } from '#platform/db/channel-schema.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import { incrementCounter } from '#platform/db/counters.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { Database } from '#platform/db/schema.ts'

export type AnnouncementRow = Selectable<AnnouncementsTable>

/** Banners that are shown or will be, newest first. */
export function listBanners(db: Db, now: number): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('kind', '=', 'banner')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
}

/** Which of these banners a person closed. */
export async function listDismissed(db: Db, userId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('announcement_reads')
    .select('announcement_id')
    .where('user_id', '=', userId)
    .where('dismissed', '=', 1)
    .where('announcement_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.announcement_id))
}

export async function hasRead(db: Db, { announcement_id, user_id }: Read): Promise<boolean> {
  const row = await db
    .selectFrom('announcement_reads')
    .select('id')
    .where('announcement_id', '=', announcement_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

type Read = { announcement_id: number; user_id: number; dismissed: number; seen_at: number }

export async function insertRead(db: Db, read: Read): Promise<void> {
  await db.insertInto('announcement_reads').values(read).execute()
}

export async function setDismissed(db: Db, { announcement_id, user_id }: Read): Promise<void> {
  await db
    .updateTable('announcement_reads')
    .set({ dismissed: 1 })
    .where('announcement_id', '=', announcement_id)
    .where('user_id', '=', user_id)
    .execute()
}

export function addToSeenCount(db: Db, id: number, delta: 1 | -1): Promise<void> {
  return incrementCounter(db, 'announcements', 'seen_count', [[id, delta]])
}

export function addToGuestViews(db: Db, views: [id: number, count: number][]): Promise<void> {
  return incrementCounter(db, 'announcements', 'guest_views', views)
}

export async function deleteReadsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('announcement_reads').where('user_id', '=', userId).execute()
}

/** With the names of their categories, without deleted ones. */
export function listAnnouncements(db: Db, ids: number[]) {
  return db
    .selectFrom('announcements')
    .leftJoin('categories', 'categories.id', 'announcements.category_id')
    .selectAll('announcements')
    .select('categories.name as category')
    .where('announcements.id', 'in', ids)
    .where('announcements.deleted_at', 'is', null)
    .execute()
}

export async function insertAnnouncement(db: Db, row: Insertable<AnnouncementsTable>): Promise<number> {
  return insertedId(await db.insertInto('announcements').values(row).executeTakeFirstOrThrow())
}

export async function updateAnnouncements(
  db: Db,
  ids: readonly number[],
  values: Updateable<AnnouncementsTable>,
): Promise<void> {
  await db.updateTable('announcements').set(values).where('id', 'in', ids).execute()
}

/** Something to do in the background: to be sent, to be taken back, or to be removed. */
const isDue = (now: number) => (eb: ExpressionBuilder<Database, 'announcements'>) =>
  eb.or([
    eb('deleted_at', 'is not', null),
    eb.and([eb('delivery', 'in', ['waiting', 'sending']), eb('starts_at', '<=', now)]),
    eb.and([eb('delivery', 'in', ['waiting', 'sending', 'sent']), eb('ends_at', '<=', now)]),
  ])

export async function findNextDue(db: Db, now: number): Promise<number | undefined> {
  const due = db.selectFrom('announcements').select('id').where(isDue(now))
  return (await due.orderBy('id').limit(1).executeTakeFirst())?.id
}

/** Locks it, unless another node did meanwhile what there was to do. */
export function lockDue(db: Db, engine: Engine, id: number, now: number): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .where(isDue(now))
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function listUserIdsAfter(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/** Which of these users published, liked or collected a note of the category since then. */
export async function listReaders(db: Db, userIds: number[], categoryId: number, since: number): Promise<number[]> {
  const published = await db
    .selectFrom('posts')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('is_private', '=', 0)
    .where('category_id', '=', categoryId)
    .where('created_at', '>', since)
    .execute()
  const liked = await db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.target_id')
    .select('likes.user_id')
    .distinct()
    .where('likes.user_id', 'in', userIds)
    .where('likes.target_type', '=', TARGET.post)
    .where('likes.created_at', '>', since)
    .where('posts.category_id', '=', categoryId)
    .execute()
  const collected = await db
    .selectFrom('collections')
    .innerJoin('posts', 'posts.id', 'collections.post_id')
    .select('collections.user_id')
    .distinct()
    .where('collections.user_id', 'in', userIds)
    .where('collections.created_at', '>', since)
    .where('posts.category_id', '=', categoryId)
    .execute()
  return [...new Set([...published, ...liked, ...collected].map((row) => row.user_id))].toSorted((a, b) => a - b)
}

/** At most so many; returns how many there were. */
export async function deleteReads(db: Db, announcementId: number, limit: number): Promise<number> {
  const found = db.selectFrom('announcement_reads').select('id').where('announcement_id', '=', announcementId)
  const ids = (await found.limit(limit).execute()).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('announcement_reads').where('id', 'in', ids).execute()
  return ids.length
}

export async function deleteAnnouncement(db: Db, id: number): Promise<void> {
  await db.deleteFrom('announcements').where('id', '=', id).execute()
}

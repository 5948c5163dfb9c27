import type { Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { NotificationsTable } from '#platform/db/schema.ts'

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

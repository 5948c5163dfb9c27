import { randomUUID } from 'node:crypto'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './notifications.admin.repo.ts'
import { deleteNotifications as deleteNotificationRows, insertNotification } from './notifications.repo.ts'
import { publishUnreadChanged } from './notifications.service.ts'

type NotificationFields = {
  user_id: number
  sender_id: number
  type: number
  title: string
  target_id: number | null
  comment_id: number | null
  is_read: number
}

export async function createNotification(t: Ctx, notification: NotificationFields): Promise<number> {
  const event_key = `admin:${randomUUID()}`
  await insertNotification(t.db, { ...notification, event_key, created_at: t.clock.now() })
  const id = await repo.findNotificationId(t.db, notification.user_id, event_key)
  if (id === undefined) throw new AppError('conflict')
  publishUnreadChanged(t, [notification.user_id])
  return id
}

/** Changes the given fields of a notification, whose receiver is `userId`. */
export async function updateNotification(
  t: Ctx,
  id: number,
  userId: number,
  changes: Partial<Omit<NotificationFields, 'user_id' | 'sender_id'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await repo.updateNotification(t.db, id, changes)
  publishUnreadChanged(t, [userId])
}

export async function deleteNotifications(t: Ctx, ids: number[]): Promise<void> {
  publishUnreadChanged(t, await repo.listReceivers(t.db, ids))
  await deleteNotificationRows(t.db, ids)
}

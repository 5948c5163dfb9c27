/** Notifications as records that the back office keeps. All within the caller's transaction. */
import { randomUUID } from 'node:crypto'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { afterCommit } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { insertNotification } from './notifications.repo.ts'
import * as repo from './notifications-records.repo.ts'

type NoticeRecord = {
  user_id: number
  sender_id: number
  type: number
  title: string
  target_id: number | null
  comment_id: number | null
  is_read: number
}

/** Answers the row's id. */
export async function addNotification(t: Ctx, notice: NoticeRecord): Promise<number> {
  const event_key = `admin:${randomUUID()}`
  await insertNotification(t.db, { ...notice, event_key, created_at: t.clock.now() })
  const id = await repo.findNotificationId(t.db, notice.user_id, event_key)
  if (id === undefined) throw new AppError('conflict')
  tell(t, [notice.user_id])
  return id
}

/** Changes what is given of a notification of `userId`. */
export async function changeNotification(
  t: Ctx,
  id: number,
  userId: number,
  changes: Partial<Omit<NoticeRecord, 'user_id' | 'sender_id'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await repo.updateNotification(t.db, id, changes)
  tell(t, [userId])
}

export async function eraseNotifications(t: Ctx, ids: number[]): Promise<void> {
  tell(t, await repo.listReceivers(t.db, ids))
  await repo.deleteNotifications(t.db, ids)
}

type Event = { userId: number; eventKey: string }

/** Takes unread notifications back; a read one stays and keeps the same event from being told again. */
export async function withdrawAll(t: Ctx, events: Event[]): Promise<void> {
  for (const some of chunks(events)) {
    const rows = await repo.listUnreadOf(t.db, some)
    if (rows.length === 0) continue
    const ids = rows.map((row) => row.id)
    await repo.deleteNotifications(t.db, ids)
    tell(
      t,
      rows.map((row) => row.user_id),
    )
  }
}

function tell(t: Ctx, userIds: number[]): void {
  afterCommit(t, () => {
    for (const userId of new Set(userIds)) t.bus.publish('user-notified', { userId })
  })
}

/** Sends and withdraws announcements as notifications in batches (docs/decisions/052-announcements-and-merges.md). */
import type { Ctx } from '#deps.ts'
import { notifyAnnounced, withdrawAnnounced } from '#modules/notifications/notifications.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { batchTx } from '#platform/db/tx.ts'
import * as repo from './announcements.repo.ts'

/** Rows per transaction: few enough that other writers do not wait. */
const BATCH_SIZE = 200

/** Who published, liked or collected a note of a category within this time reads it. */
const READER_MS = 30 * DAY_MS

/** Called by a timer, on each node: the row's lock gives the pieces to one after the other. */
export async function deliverAnnouncements(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const id = await repo.findNextDue(ctx.db, ctx.clock.now())
    if (id === undefined) return
    await batchTx(ctx, async (t) => {
      const due = await repo.lockDue(t.db, t.engine, id, t.clock.now())
      if (due) await continueWith(t, due)
    })
  }
}

async function continueWith(t: Ctx, row: repo.AnnouncementRow): Promise<void> {
  const isOver = row.ends_at !== null && row.ends_at <= t.clock.now()
  if (row.deleted_at !== null) return removeSome(t, row)
  if (!isOver) return sendSome(t, row)
  const withdrawn = await withdrawAnnounced(t, row.id, BATCH_SIZE)
  if (withdrawn < BATCH_SIZE) await repo.updateAnnouncements(t.db, [row.id], { delivery: 'withdrawn' })
}

async function removeSome(t: Ctx, { id }: repo.AnnouncementRow): Promise<void> {
  if ((await withdrawAnnounced(t, id, BATCH_SIZE)) === BATCH_SIZE) return
  if ((await repo.deleteReads(t.db, id, BATCH_SIZE)) === BATCH_SIZE) return
  await repo.deleteAnnouncement(t.db, id)
}

async function sendSome(t: Ctx, row: repo.AnnouncementRow): Promise<void> {
  const { id, title, audience, category_id, sent_to, sent_count } = row
  const some = await repo.listUserIdsAfter(t.db, sent_to, BATCH_SIZE)
  const last = some.at(-1)
  if (last === undefined) return repo.updateAnnouncements(t.db, [id], { delivery: 'sent' })
  const readers = audience === 'category' ? await listReaders(t, some, category_id) : some
  // The row first, as everywhere that a foreign key may point at it.
  await repo.updateAnnouncements(t.db, [id], {
    delivery: 'sending',
    sent_to: last,
    sent_count: sent_count + readers.length,
  })
  if (readers.length > 0) await notifyAnnounced(t, { id, title }, readers)
}

async function listReaders(t: Ctx, userIds: number[], categoryId: number | null): Promise<number[]> {
  return categoryId === null ? [] : repo.listReaders(t.db, userIds, categoryId, t.clock.now() - READER_MS)
}

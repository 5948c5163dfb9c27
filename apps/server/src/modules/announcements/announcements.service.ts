/** Banners: who gets them, who saw and who dismissed them (docs/product.md#announcements). */
import { ADMIN_AUDIENCES, type Audience } from '@shiliu/contract/admin/announcements'
import { type AdminRole, roleSuffices } from '@shiliu/contract/admin/roles'
import type { Banner } from '@shiliu/contract/announcements'
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { defineLists } from '#platform/cache/lists.ts'
import { insertUnlessDuplicate } from '#platform/db/errors.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './announcements.repo.ts'

const ALL = 'announcements'

/** Call it in each transaction that changes announcements: every node shows it within a second. */
export const announcementsChanged = (t: Ctx) => invalidate(t, [ALL])

/** Also those whose time has not come: the clock decides when they are asked for. */
const banners = defineLists<Ctx, null, repo.AnnouncementRow[]>({
  name: 'banners',
  tags: () => [ALL],
  bytes: 5000,
  load: (ctx) => repo.listBanners(ctx.db, ctx.clock.now()),
})

async function inForce(ctx: Ctx, isFor: (audience: Audience) => boolean): Promise<repo.AnnouncementRow[]> {
  const now = ctx.clock.now()
  const { result } = await banners.get(ctx, null)
  return result.filter(
    ({ audience, category_id, starts_at, ends_at }) =>
      isFor(audience) &&
      starts_at <= now &&
      (ends_at === null || ends_at > now) &&
      // Its category was deleted.
      (audience !== 'category' || category_id !== null),
  )
}

const GUESTS: readonly Audience[] = ['all', 'category']
const USERS: readonly Audience[] = [...GUESTS, 'signed_in']

/** What is shown to a user or, without an id, to a guest. Asks the database only about what a user may have closed. */
export async function listBanners(ctx: Ctx, userId: number | null): Promise<Banner[]> {
  const audiences = userId === null ? GUESTS : USERS
  const shown = await inForce(ctx, (audience) => audiences.includes(audience))
  const closable = shown.filter(({ dismissable }) => dismissable === 1).map(({ id }) => id)
  const closed =
    userId === null || closable.length === 0 ? new Set() : await repo.listDismissed(ctx.db, userId, closable)
  return shown.filter(({ id }) => !closed.has(id)).map(presentBanner)
}

/** What is shown in the back office to an administrator of this role. */
export async function listAdminBanners(ctx: Ctx, role: AdminRole): Promise<Banner[]> {
  const isFor = (audience: Audience) => ADMIN_AUDIENCES.some((least) => least === audience && roleSuffices(role, least))
  return (await inForce(ctx, isFor)).map(presentBanner)
}

function presentBanner(row: repo.AnnouncementRow): Banner {
  const { id, title, text, link, audience, category_id, dismissable } = row
  return {
    id,
    title,
    text,
    link,
    category_id: audience === 'category' ? category_id : null,
    dismissable: dismissable === 1,
  }
}

/** Counts a person once and a guest each time. Throws `record_not_found` for what is not shown to them. */
export async function noteSeen(ctx: Ctx, userId: number | null, id: number, dismissed: boolean): Promise<void> {
  const audiences = userId === null ? GUESTS : USERS
  const found = (await inForce(ctx, (audience) => audiences.includes(audience))).find((row) => row.id === id)
  if (!found) throw new AppError('record_not_found')
  if (userId === null) {
    if (!dismissed) ctx.bannerViews.add(id)
    return
  }
  const closes = dismissed && found.dismissable === 1
  await tx(ctx, async (t) => {
    const read = { announcement_id: id, user_id: userId, dismissed: closes ? 1 : 0, seen_at: t.clock.now() }
    if (!(await repo.hasRead(t.db, read))) {
      // The counter first: the row's foreign key locks the announcement, too.
      await repo.addToSeenCount(t.db, id, 1)
      if (await insertUnlessDuplicate(() => repo.insertRead(t.db, read))) return
      await repo.addToSeenCount(t.db, id, -1)
    }
    if (closes) await repo.setDismissed(t.db, read)
  })
}

/** Called once a second and on shutdown. What could not be written is kept for the next call. */
export async function writeBannerViews({ db, bannerViews }: Ctx): Promise<void> {
  const views = [...bannerViews.drain()]
  if (views.length === 0) return
  try {
    await repo.addToGuestViews(db, views)
  } catch (error) {
    for (const [id, count] of views) bannerViews.add(id, count)
    throw error
  } finally {
    for (const [id, count] of views) bannerViews.settle(id, count)
  }
}

/** Deletes what the user saw and dismissed; `seen_count` keeps counting them. */
export async function deleteReadsOfUser(t: Ctx, userId: number): Promise<void> {
  await repo.deleteReadsOfUser(t.db, userId)
}

/** Writes announcements for the back office (docs/product.md#announcements). */
import { ADMIN_AUDIENCES, type announcements } from '@shiliu/contract/admin/announcements'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { findCategory } from '#modules/categories/categories.service.ts'
import { countReadAnnounced } from '#modules/notifications/notifications.service.ts'
import { iso, isoOrNull } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './announcements.repo.ts'
import { announcementsChanged } from './announcements.service.ts'

type Announcement = Omit<OutputOf<typeof announcements.get>, 'version'>
type Loaded = Awaited<ReturnType<typeof repo.listAnnouncements>>[number]

/** Announcements as the back office shows them, in no particular order. */
export async function loadAnnouncements(ctx: Ctx, ids: number[]): Promise<Announcement[]> {
  const rows = await repo.listAnnouncements(ctx.db, ids)
  const readers = await countReadAnnounced(ctx, ids)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    kind: row.kind,
    progress: progressOf(row, ctx.clock.now()),
    audience: row.audience,
    category_id: row.category_id,
    category: row.category,
    text: row.text,
    link: row.link,
    dismissable: row.dismissable === 1 ? 1 : 0,
    starts_at: iso(row.starts_at),
    ends_at: isoOrNull(row.ends_at),
    seen_count: row.delivery === null ? row.seen_count : (readers.get(row.id) ?? 0),
    guest_views: row.guest_views + ctx.bannerViews.pending(row.id),
    sent_count: row.sent_count,
    created_at: iso(row.created_at),
  }))
}

function progressOf({ delivery, starts_at, ends_at }: Loaded, now: number): Announcement['progress'] {
  if (delivery === 'withdrawn' || (ends_at !== null && ends_at <= now)) return 'over'
  if (delivery === 'sending' || delivery === 'sent') return delivery
  if (starts_at > now) return 'waiting'
  return delivery === null ? 'active' : 'sending'
}

type Fields = Pick<repo.AnnouncementRow, 'kind' | 'audience' | 'category_id' | 'starts_at' | 'ends_at'>

/** Throws `invalid_input` where the fields do not go together. */
async function requireConsistent(t: Ctx, { kind, audience, category_id, starts_at, ends_at }: Fields): Promise<void> {
  const invalid = (field: string, message: string) => new AppError('invalid_input', { field, message })
  if (kind === 'notification' && ADMIN_AUDIENCES.some((role) => role === audience)) {
    throw invalid('audience', '通知只能发给用户；给管理员看的请用横幅')
  }
  if (audience === 'category' && category_id === null) throw invalid('category_id', '请选择分类')
  if (category_id !== null && !(await findCategory(t, category_id))) throw invalid('category_id', '分类不存在')
  if (ends_at !== null && ends_at <= starts_at) throw invalid('ends_at', '结束时间要晚于开始时间')
}

/** Returns its id. Throws `invalid_input`. */
export async function createAnnouncement(t: Ctx, body: BodyOf<typeof announcements.create>): Promise<number> {
  const now = t.clock.now()
  const { kind, title, audience, text, link, dismissable } = body
  const fields = {
    kind,
    audience,
    category_id: audience === 'category' ? (body.category_id ?? null) : null,
    starts_at: body.starts_at ?? now,
    ends_at: body.ends_at ?? null,
  }
  await requireConsistent(t, fields)
  const id = await repo.insertAnnouncement(t.db, {
    ...fields,
    title,
    text: text ?? '',
    link: link || null,
    dismissable: dismissable === false ? 0 : 1,
    delivery: kind === 'notification' ? 'waiting' : null,
    deleted_at: null,
    created_at: now,
  })
  announcementsChanged(t)
  return id
}

/** Missing fields stay. Throws `invalid_input`, and `announcement_sent` where it is too late for the change. */
export async function updateAnnouncement(
  t: Ctx,
  id: number,
  body: Omit<BodyOf<typeof announcements.update>, 'version'>,
): Promise<void> {
  const [row] = await repo.listAnnouncements(t.db, [id])
  if (!row) throw new AppError('record_not_found')
  const { title, text, link, dismissable } = body
  const audience = body.audience ?? row.audience
  const wanted = body.category_id === undefined ? row.category_id : body.category_id
  const fields = {
    kind: row.kind,
    audience,
    category_id: audience === 'category' ? wanted : null,
    starts_at: body.starts_at === undefined ? row.starts_at : (body.starts_at ?? t.clock.now()),
    ends_at: body.ends_at === undefined ? row.ends_at : body.ends_at,
  }
  if (row.delivery === 'withdrawn') throw new AppError('announcement_sent', { message: '通知已经收回，不能再改' })
  const moved =
    fields.audience !== row.audience || fields.category_id !== row.category_id || fields.starts_at !== row.starts_at
  if (moved && (row.delivery === 'sending' || row.delivery === 'sent')) throw new AppError('announcement_sent')
  await requireConsistent(t, fields)
  await repo.updateAnnouncements(t.db, [id], {
    ...fields,
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text }),
    ...(link !== undefined && { link: link || null }),
    ...(dismissable !== undefined && { dismissable: dismissable ? 1 : 0 }),
  })
  announcementsChanged(t)
}

/** Hides them at once; `deliverAnnouncements` removes their notifications and rows in the background. */
export async function deleteAnnouncements(t: Ctx, ids: number[]): Promise<void> {
  await repo.updateAnnouncements(t.db, ids, { deleted_at: t.clock.now() })
  announcementsChanged(t)
}

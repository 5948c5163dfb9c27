/** What the back office shows of one user beside the tables (docs/product.md#a-user-on-one-page). Owns `user_notes`. */

import * as api from '@shiliu/contract/admin/user-page'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { listUsedAddresses } from '#modules/addresses/addresses.service.ts'
import { listAdmins } from '#modules/admin/admins.service.ts'
import { recordAudits } from '#modules/admin/audits.service.ts'
import { getOwnEmail, removeEmailByAdmin } from '#modules/auth/emails.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { listTrashed, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { listUsers, type UserRow } from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import { loadReported } from './reports.service.ts'
import * as repo from './user-page.repo.ts'

async function requireRecord(ctx: Ctx, id: number): Promise<UserRow> {
  const [user] = await listUsers(ctx, [id])
  if (!user) throw new AppError('record_not_found')
  return user
}

type StateCounts = OutputOf<typeof api.counts>['posts']

/** Throws `record_not_found`. */
export async function countOf(ctx: Ctx, id: number): Promise<OutputOf<typeof api.counts>> {
  const { follow_count: follows, fans_count: fans } = await requireRecord(ctx, id)
  const trash = await trashOf(ctx, id)
  const shown = trash ? inTrash : (counts: StateCounts) => counts
  const posts = shown(await repo.countStates(ctx.db, 'posts', id))
  const comments = shown(await repo.countStates(ctx.db, 'comments', id))
  return { posts, comments, follows, fans, ...(await repo.countOthers(ctx.db, id, ctx.clock.now())), trash }
}

/** All of an account in the trash is there with it. */
function inTrash(counts: StateCounts): StateCounts {
  const deleted = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { visible: 0, drafts: 0, pending: 0, hidden: 0, rejected: 0, deleted }
}

async function trashOf(ctx: Ctx, id: number): Promise<OutputOf<typeof api.counts>['trash']> {
  const row = (await listTrashed(ctx, TRASHED.user, [id])).get(id)
  if (!row) return null
  const adminId = Number(/^admin:(\d+)$/.exec(row.actor)?.[1] ?? 0)
  const [admin] = adminId > 0 ? await listAdmins(ctx, [adminId]) : []
  const by = adminId > 0 ? `管理员 ${admin?.username ?? adminId}` : row.actor === `user:${id}` ? '本人' : '系统'
  return { by, deleted_at: iso(row.deleted_at), purge_at: iso(row.purge_at) }
}

/** Throws `record_not_found`. */
export async function reportsOf(ctx: Ctx, id: number): Promise<OutputOf<typeof api.reports>> {
  await requireRecord(ctx, id)
  const againstIds = await repo.listReportedOf(ctx.db, id, api.USER_PAGE.reports)
  const made = await repo.listReportsBy(ctx.db, id, api.USER_PAGE.reports)
  const entries = await loadReported(ctx, [...againstIds, ...made.map((report) => report.report_target_id)])
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    against: againstIds.flatMap((entryId) => byId.get(entryId) ?? []),
    by: made.flatMap(({ report_target_id, created_at, ...report }) => {
      const entry = byId.get(report_target_id)
      return entry ? [{ ...report, created_at: iso(created_at), entry }] : []
    }),
  }
}

/** The verified address. Throws `record_not_found`. */
export async function emailOf(ctx: Ctx, id: number): Promise<OutputOf<typeof api.email>> {
  await requireRecord(ctx, id)
  const { email, verified_at } = await getOwnEmail(ctx, id)
  return { email, verified_at }
}

/** Throws `record_not_found`, `email_missing`. */
export async function removeEmailOf(ctx: Ctx, viewer: AdminViewer, id: number): Promise<void> {
  const { user_id: record_name } = await requireRecord(ctx, id)
  await tx(ctx, async (t) => {
    await removeEmailByAdmin(t, id)
    // Everybody who reads tables reads the trail.
    const states = { before: { email: '••••••' }, after: { email: '' } }
    await recordAudits(t, viewer, 'update', [{ resource: 'users', record_id: id, record_name, ...states }])
  })
}

/** Throws `record_not_found`. */
export async function addressesOf(ctx: Ctx, id: number): Promise<OutputOf<typeof api.addresses>> {
  await requireRecord(ctx, id)
  const used = await listUsedAddresses(ctx, `user:${id}`, api.USER_PAGE.addresses)
  const idOf = (account: string) => Number(/^user:(\d+)$/.exec(account)?.[1] ?? 0)
  const ids = [...new Set(used.flatMap(({ others }) => others.map(({ account }) => idOf(account))))]
  const users = new Map(ids.length === 0 ? [] : (await listUsers(ctx, ids)).map((user) => [user.id, user]))
  const addresses = used.map(({ others, sessionIds: session_ids, first_at, last_at, ...rest }) => ({
    ...rest,
    session_ids,
    first_at: iso(first_at),
    last_at: iso(last_at),
    sharing: others.flatMap(({ account, last_at: at }) => {
      const user = users.get(idOf(account))
      if (!user) return []
      const { id, user_id, nickname } = user
      const avatar = shownAddress(ctx.storage, user.avatar)
      const is_active = user.is_active === 1 ? (1 as const) : (0 as const)
      return [{ id, user_id, nickname, avatar, is_active, last_at: iso(at) }]
    }),
  }))
  return { addresses }
}

/** Throws `record_not_found`. */
export async function listNotes(ctx: Ctx, id: number): Promise<OutputOf<typeof api.listNotes>> {
  await requireRecord(ctx, id)
  const notes = (await repo.listNotes(ctx.db, id, api.USER_NOTE.shown)).map(({ id, author_name, text, created_at }) => {
    return { id, author: author_name, text, created_at: iso(created_at) }
  })
  return { notes }
}

/** Throws `record_not_found`. */
export function addNote(ctx: Ctx, actor: Actor, id: number, text: string): Promise<OutputOf<typeof api.addNote>> {
  return tx(ctx, async (t) => {
    const { nickname, user_id } = await requireRecord(t, id)
    if (actor.adminId !== undefined) {
      // The text is the moderators', while everybody who reads tables reads the trail.
      const states = { before: {}, after: { note: '写了一条备注' } }
      const entry = { resource: 'users', record_id: id, record_name: `${nickname}（${user_id}）`, ...states }
      await recordAudits(t, { id: actor.adminId }, 'update', [entry])
    }
    await repo.insertNote(t.db, { user_id: id, author_name: actor.name, text, created_at: t.clock.now() })
    return listNotes(t, id)
  })
}

/** What people report, and what moderators make of it (docs/product.md#reports). */
import {
  type get,
  type list,
  OUTCOME_WORDS,
  type Outcome,
  type ReportDetail,
  type ReportEntry,
  type resolve,
} from '@shiliu/contract/admin/reports'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { SanctionKind } from '@shiliu/contract/moderation'
import { type create, REPORTED, type Reported } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { banUser, warnUser } from '#modules/admin/account-sanctions.service.ts'
import { actorOfAdmin, listAdmins } from '#modules/admin/admins.service.ts'
import { type Action, recordAudits } from '#modules/admin/audits.service.ts'
import { lockPostsOfComments } from '#modules/comments/comments.deletion.service.ts'
import { lockComment } from '#modules/comments/comments.service.ts'
import { type Actor, listChanges, recordAction, recordOtherChange, SITE } from '#modules/moderation/history.service.ts'
import { lockPosts, lockPublished } from '#modules/posts/posts.service.ts'
import * as entries from '#modules/reports/report-entries.service.ts'
import { listSanctions } from '#modules/sanctions/sanctions.service.ts'
import { lockUsers } from '#modules/users/users.service.ts'
import { DAY_MS, iso } from '#platform/clock.ts'
import { paginationOf } from '#platform/db/pagination.ts'
import { groupBy } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { moderateContent } from './decisions.service.ts'
import { loadItems } from './moderated-items.ts'
import { undoDecision, undoFor } from './undo.service.ts'

const REPORTS_SHOWN = 100
const HIDDEN_MEANWHILE = '被多人举报，等待管理员查看'

/**
 * Reports something, once per person: again answers with the first one. Throws `post_not_found`, `comment_not_found`,
 * `user_not_found`, `report_self`.
 */
export function report(
  ctx: Ctx,
  reporterId: number,
  { target_type, target_id, reason, text }: BodyOf<typeof create>,
): Promise<OutputOf<typeof create>> {
  return tx(ctx, async (t) => {
    // Also of what was hidden meanwhile.
    const earlier = await entries.findReportOf(t.db, target_type, target_id, reporterId)
    if (earlier !== undefined) return { id: earlier, repeated: true }
    const owner = await lockOwner(t, target_type, target_id)
    if (owner === reporterId) throw new AppError('report_self')
    const entry = await countReport(t, target_type, target_id, owner)
    const again = await entries.findReportOf(t.db, target_type, target_id, reporterId)
    if (again !== undefined) return { id: again, repeated: true }
    const now = t.clock.now()
    const about = { report_target_id: entry.id, reporter_id: reporterId, reason, text }
    const id = await entries.insertReport(t.db, { ...about, created_at: now })
    if (entry.state === 'resolved') await entries.reopenTargets(t.db, [entry.id], now)
    await entries.updateTarget(t.db, entry.id, { count: entry.count + 1, last_reported_at: now })
    await hideIfMany(t, entry.id, target_type, target_id)
    return { id, repeated: false }
  })
}

/** Locks what all see of it, and with it its reports; returns whose it is. */
async function lockOwner(t: Ctx, type: Reported, id: number): Promise<number> {
  if (type === REPORTED.post) return (await lockPublished(t, id)).user_id
  if (type === REPORTED.comment) return (await lockComment(t, id)).user_id
  if (!(await lockUsers(t, [id])).has(id)) throw new AppError('user_not_found')
  return id
}

type Counted = Pick<entries.TargetRow, 'id' | 'count' | 'state'>

async function countReport(t: Ctx, target_type: number, target_id: number, owner_id: number): Promise<Counted> {
  const found = await entries.lockTargetOf(t.db, t.engine, target_type, target_id)
  if (found) return found
  const now = t.clock.now()
  const nobody = { assigned_admin_id: null, hidden_by_action_id: null, outcome: null, action_id: null }
  const times = { last_reported_at: now, opened_at: now, resolved_by: null, resolved_at: null }
  const id = await entries.insertTarget(t.db, { target_type, target_id, owner_id, count: 0, ...times, ...nobody })
  return { id, count: 0, state: 'open' }
}

/** Hides what so many trusted people reported, until a moderator looks at it. */
async function hideIfMany(t: Ctx, entryId: number, type: Reported, id: number): Promise<void> {
  const { reports_hide_after: many, new_account_days } = t.settings.current
  if (many === 0 || type === REPORTED.user) return
  const registeredBefore = t.clock.now() - new_account_days * DAY_MS
  if ((await entries.countTrusted(t.db, entryId, registeredBefore, many)) < many) return
  const about = { target_type: type, ids: [id], reason: HIDDEN_MEANWHILE }
  const { undo_id } = await moderateContent(t, SITE, { ...about, action: 'hide' })
  await entries.updateTarget(t.db, entryId, { hidden_by_action_id: undo_id })
}

/** Open ones first, the most reported first. */
export async function listReported(ctx: Ctx, query: QueryOf<typeof list>): Promise<OutputOf<typeof list>> {
  const ids = await entries.listTargetIds(ctx.db, query, query)
  const data = await loadReported(ctx, ids)
  return { data, pagination: paginationOf(query, await entries.countTargets(ctx.db, query)) }
}

/** Throws `record_not_found`. */
export async function getReported(ctx: Ctx, id: number): Promise<OutputOf<typeof get>> {
  const [entry] = await loadReported(ctx, [id])
  if (!entry) throw new AppError('record_not_found')
  const reports = (await entries.listReports(ctx.db, id, REPORTS_SHOWN)).map((row): ReportDetail['reports'][number] => {
    const { reporter_id, reporter_account: user_id, nickname } = row
    const isThere = reporter_id !== null && user_id !== null && nickname !== null
    return {
      id: row.id,
      reporter: isThere ? { id: reporter_id, user_id, nickname } : null,
      reason: row.reason,
      text: row.text,
      created_at: iso(row.created_at),
    }
  })
  const notes = (await entries.listNotes(ctx.db, id)).map((note) => {
    return { id: note.id, author: note.author_name, text: note.text, created_at: iso(note.created_at) }
  })
  return { ...entry, reports, record: await loadRecord(ctx, entry), notes }
}

async function loadRecord(ctx: Ctx, { target }: ReportEntry): Promise<ReportDetail['record']> {
  if (!target) return { decisions: 0, warnings: 0, mutes: 0, bans: 0, reported: 0 }
  const userId = target.author.id
  const sanctions = await listSanctions(ctx, userId)
  const count = (kind: SanctionKind) => sanctions.filter((sanction) => sanction.kind === kind).length
  const record = await entries.countRecord(ctx.db, userId)
  return { ...record, warnings: count('warn'), mutes: count('mute'), bans: count('ban') }
}

/** As moderators see them, in the order of the ids; what is gone is missing. */
export async function loadReported(ctx: Ctx, ids: number[]): Promise<ReportEntry[]> {
  if (ids.length === 0) return []
  const rows = new Map((await entries.listTargets(ctx.db, ids)).map((row) => [row.id, row]))
  const reasons = groupBy(await entries.countReasons(ctx.db, ids), ({ report_target_id }) => report_target_id)
  const itemOf = await loadItems(ctx, [...rows.values()])
  return ids.flatMap((id): ReportEntry[] => {
    const row = rows.get(id)
    if (!row) return []
    const { assigned_admin_id, assigned_name, resolved_at } = row
    const isAssigned = assigned_admin_id !== null && assigned_name !== null
    return [
      {
        id,
        target_type: row.target_type as Reported,
        target_id: row.target_id,
        state: row.state,
        count: row.count,
        reasons: (reasons.get(id) ?? [])
          .map(({ reason, count }) => ({ reason, count }))
          .toSorted((a, b) => b.count - a.count),
        first_reported_at: iso(row.first_reported_at ?? row.last_reported_at),
        last_reported_at: iso(row.last_reported_at),
        assigned: isAssigned ? { id: assigned_admin_id, username: assigned_name } : null,
        outcome: row.outcome,
        resolved_by: row.resolved_by,
        resolved_at: resolved_at === null ? null : iso(resolved_at),
        undo_id: row.action_id,
        target: itemOf(row),
      },
    ]
  })
}

/** Throws `record_not_found`. */
export function addNote(ctx: Ctx, actor: Actor, id: number, text: string): Promise<ReportDetail> {
  return tx(ctx, async (t) => {
    const entry = await lockEntry(t, id)
    await entries.insertNote(t.db, { report_target_id: id, author_name: actor.name, text, created_at: t.clock.now() })
    // The text is the moderators', while everybody who reads tables reads the trail.
    await audit(t, actor.adminId, 'update', entry, [{}, { note: '写了一条备注' }])
    return getReported(t, id)
  })
}

/** Throws `record_not_found`, `admin_not_found`, `report_resolved`. */
export function assign(
  ctx: Ctx,
  viewer: Pick<AdminViewer, 'id'>,
  id: number,
  adminId: number | null,
): Promise<ReportDetail> {
  return tx(ctx, async (t) => {
    const entry = await lockEntry(t, id)
    requireOpen(entry)
    const [admin] = adminId === null ? [] : await listAdmins(t, [adminId])
    if (adminId !== null && admin?.is_active !== 1) throw new AppError('admin_not_found', { field: 'admin_id' })
    if (entry.assigned_admin_id !== adminId) {
      await entries.updateTarget(t.db, id, { assigned_admin_id: adminId })
      const earlier = entry.assigned_admin_id
      const [before] = earlier === null ? [] : await listAdmins(t, [earlier])
      const states = [{ assigned: before?.username ?? null }, { assigned: admin?.username ?? null }] as const
      await audit(t, viewer.id, 'update', entry, states)
    }
    return getReported(t, id)
  })
}

/**
 * Decides, warns or bans, and tells the author and those who reported. Throws `record_not_found`, `report_resolved`,
 * `changed_since_seen`, `invalid_input`.
 */
export function resolveReport(
  ctx: Ctx,
  viewer: AdminViewer,
  id: number,
  body: BodyOf<typeof resolve>,
): Promise<OutputOf<typeof resolve>> {
  const { action, reason, until, version } = body
  if (action !== 'dismiss' && !reason) throw new AppError('invalid_input', { field: 'reason', message: '请填写原因' })
  if (action === 'ban' && until === undefined) {
    throw new AppError('invalid_input', { field: 'until', message: '请选择期限' })
  }
  return tx(ctx, async (t) => {
    const actor = await actorOfAdmin(t, viewer.id)
    const isSanction = action === 'warn' || action === 'ban'
    const owner = isSanction ? await lockOwnerOf(t, id) : null
    const entry = await lockEntry(t, id)
    requireOpen(entry)
    if (isSanction) {
      const hidden = await hideToo(t, actor, entry, body)
      const undo_id = hidden ?? (await recordAction(t, REPORTED.user, { actor, action, reason }))
      const sanctionId = await sanction(t, viewer, owner, { ...body, action, reason: reason ?? '' }, undo_id)
      await recordOtherChange(t, undo_id, 'sanction', sanctionId)
      // A ban has resolved what was reported about the account.
      const isResolved = action === 'ban' && entry.target_type === REPORTED.user
      if (!isResolved) await entries.resolveEntries(t, actor, [entry], { outcome: action, actionId: undo_id })
      await auditOutcome(t, viewer, entry, body)
      return { undo_id }
    }
    const undo_id = await decide(t, actor, entry, { action, reason, version })
    // A decision has resolved it.
    if (undo_id === null) await entries.resolveEntries(t, actor, [entry], { outcome: action, actionId: null })
    await auditOutcome(t, viewer, entry, body)
    return { undo_id }
  })
}

/** Whose it is, unless the account is gone. Locked first: bans write accounts before notes. */
async function lockOwnerOf(t: Ctx, id: number): Promise<number | null> {
  const owner = (await entries.findTarget(t.db, id))?.owner_id ?? null
  return owner !== null && (await lockUsers(t, [owner])).has(owner) ? owner : null
}

type Sanctioning = BodyOf<typeof resolve> & { action: 'warn' | 'ban'; reason: string }

/** Returns the sanction's id. */
async function sanction(
  t: Ctx,
  viewer: AdminViewer,
  owner: number | null,
  body: Sanctioning,
  actionId: number,
): Promise<number> {
  const { action, reason, note, until = null, hide_content } = body
  if (owner === null) throw new AppError('invalid_input', { field: 'action', message: '账号已经不存在了' })
  if (action === 'warn') return warnUser(t, viewer, owner, { reason, note }, actionId)
  return banUser(t, viewer, owner, { reason, note, until, hide_content }, actionId)
}

/** Of a warning or ban, without a second notice to the author. What many reports hid stays hidden, by the moderator. */
async function hideToo(
  t: Ctx,
  actor: Actor,
  entry: entries.TargetRow,
  { reason, hide_target }: BodyOf<typeof resolve>,
) {
  const { target_type: type, target_id, hidden_by_action_id } = entry
  const isContent = type === TARGET.post || type === TARGET.comment
  if (!isContent || (!hide_target && hidden_by_action_id === null)) return null
  return unlessDecided(
    t,
    actor,
    { target_type: type, ids: [target_id], reason, action: 'hide' },
    { from: HIDDEN_TOO, quiet: true },
  )
}

type Deciding = { action: 'dismiss' | 'hide' | 'delete'; reason: string | null; version: string | undefined }

/** What the outcome changes; null where all is as it is to be. */
function decide(
  t: Ctx,
  actor: Actor,
  entry: entries.TargetRow,
  { action, reason, version }: Deciding,
): Promise<number | null> | null {
  const { target_type: type, target_id, hidden_by_action_id } = entry
  if (type !== TARGET.post && type !== TARGET.comment) {
    if (action === 'dismiss') return null
    throw new AppError('invalid_input', { field: 'action', message: '对用户的举报不能隐藏或删除' })
  }
  const about = { target_type: type, ids: [target_id], reason }
  const wasHidden = hidden_by_action_id !== null
  const from = action === 'hide' && wasHidden ? HIDDEN_TOO : undefined
  // Who takes something away need not have seen the last version.
  if (action !== 'dismiss') return unlessDecided(t, actor, { ...about, action }, { from })
  return wasHidden ? unlessDecided(t, actor, { ...about, action: 'restore', version }) : null
}

/** What many reports hid stays hidden, for the reason that the moderator gives. */
const HIDDEN_TOO = ['hidden', 'pending', 'visible', 'rejected'] as const

async function unlessDecided(
  ...[t, actor, decision, options]: Parameters<typeof moderateContent>
): Promise<number | null> {
  try {
    return (await moderateContent(t, actor, decision, { ...options, evenHeld: true })).undo_id
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_moderated') return null
    throw error
  }
}

/**
 * Opens an entry again and takes back what resolving it decided, as far as nobody changed that since. Throws
 * `record_not_found`, `report_open`.
 */
export async function reopen(ctx: Ctx, viewer: AdminViewer, id: number): Promise<void> {
  const found = await entries.findTarget(ctx.db, id)
  if (!found) throw new AppError('record_not_found')
  if (found.state === 'open') throw new AppError('report_open')
  if (found.action_id !== null && (await takesBack(ctx, viewer, found, found.action_id))) return
  await tx(ctx, async (t) => {
    const entry = await lockEntry(t, id)
    if (entry.state === 'open') throw new AppError('report_open')
    await entries.reopenTargets(t.db, [id], t.clock.now())
    await entries.setTold(t.db, [id], 0)
    await audit(t, viewer.id, 'undo', entry, [{ outcome: wordsOf(entry.outcome) }, { outcome: '重新打开' }])
  })
}

/** Takes back the decision about this entry alone; returns whether there was anything to take back. */
async function takesBack(
  ctx: Ctx,
  viewer: AdminViewer,
  { target_type: type, target_id }: entries.TargetRow,
  actionId: number,
): Promise<boolean> {
  const actor = await actorOfAdmin(ctx, viewer.id)
  const changes = await listChanges(ctx.db, actionId, 3)
  const ofContent = changes.filter((change) => change.target_type === type)
  const isContent = type === TARGET.post || type === TARGET.comment
  if (isContent && ofContent.length > 1) return undoFor(ctx, actor, actionId, type, target_id)
  try {
    await undoDecision(ctx, actor, actionId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_undone') return false
    throw error
  }
}

/** Locks what was reported first, as every writer does. Throws `record_not_found`. */
async function lockEntry(t: Ctx, id: number): Promise<entries.TargetRow> {
  const found = await entries.findTarget(t.db, id)
  if (found?.target_type === REPORTED.post) await lockPosts(t, [found.target_id])
  if (found?.target_type === REPORTED.comment) await lockPostsOfComments(t, [found.target_id])
  const entry = await entries.lockTarget(t.db, t.engine, id)
  if (!entry) throw new AppError('record_not_found')
  return entry
}

function requireOpen({ state, resolved_by }: entries.TargetRow): void {
  if (state === 'open') return
  throw new AppError('report_resolved', { message: `这个举报已经由 ${resolved_by} 处理过了，请刷新后再看` })
}

const wordsOf = (outcome: Outcome | null) => (outcome === null ? null : OUTCOME_WORDS[outcome])

function auditOutcome(
  t: Ctx,
  viewer: AdminViewer,
  entry: entries.TargetRow,
  { action, reason }: BodyOf<typeof resolve>,
) {
  return audit(t, viewer.id, 'update', entry, [{ outcome: null }, { outcome: wordsOf(action), reason }])
}

const REPORTED_WORDS: Readonly<Record<number, string>> = {
  [REPORTED.post]: '笔记',
  [REPORTED.comment]: '评论',
  [REPORTED.user]: '用户',
}

async function audit(
  t: Ctx,
  adminId: number | undefined,
  action: Action,
  { id, target_type, target_id }: Pick<entries.TargetRow, 'id' | 'target_type' | 'target_id'>,
  [before, after]: readonly [before: object, after: object],
): Promise<void> {
  if (adminId === undefined) return
  const record_name = `${REPORTED_WORDS[target_type] ?? ''} ${target_id}`
  await recordAudits(t, { id: adminId }, action, [{ resource: 'reports', record_id: id, record_name, before, after }])
}

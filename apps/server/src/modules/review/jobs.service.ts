/**
 * Work on many rows in the background (docs/product.md#jobs). `createJob` freezes which rows: those that match when it
 * begins. For all that users wrote: `{ resource: 'users', action: 'delete_content', ids: [user], reason }`.
 */
import {
  type create,
  JOB,
  JOB_NOUNS,
  JOB_RULES,
  type Job,
  type JobAction,
  type list,
} from '@shiliu/contract/admin/jobs'
import type { undo } from '@shiliu/contract/admin/moderation'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { banUser } from '#modules/admin/account-sanctions.service.ts'
import { actorOfAdmin } from '#modules/admin/admins.service.ts'
import { recordAudits } from '#modules/admin/audits.service.ts'
import { listSelectedIds } from '#modules/admin/selections.service.ts'
import { requireCategory } from '#modules/categories/categories.service.ts'
import { lockAction, recordAction } from '#modules/moderation/history.service.ts'
import { listTrashed, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { findTagId } from '#modules/tags/tags.service.ts'
import { DAY_MS, iso, isoOrNull } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { paginationOf } from '#platform/db/pagination.ts'
import { chunks, deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { Once } from '#platform/http/idempotency.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { type JobDetails, pieceSize, RECORDED_AS, TARGET_OF } from './job-pieces.service.ts'
import * as repo from './jobs.repo.ts'
import { undoDecision } from './undo.service.ts'

type Body = BodyOf<typeof create>
type Rows = { target_type: number; ids: number[] }[]

/** What users write. */
const CONTENT = [
  ['posts', TARGET.post],
  ['comments', TARGET.comment],
] as const

/**
 * `reads` finds the rows. Throws `invalid_input`, `category_not_found`, `selection_empty`, `selection_grown`, and
 * `account_trashed` where all chosen accounts are in the trash.
 */
export async function createJob(
  ctx: Ctx,
  viewer: AdminViewer,
  body: Body,
  reads: Db,
  once: Once<Job> = (c, write) => write(c),
): Promise<Awaited<ReturnType<Once<Job>>>> {
  const { resource, action, reason } = body
  const rule = JOB_RULES[action]
  const invalid = (field: string, message: string) => new AppError('invalid_input', { field, message })
  if (!rule.resources.includes(resource)) throw invalid('action', `${nounOf(resource)}不能${rule.words}`)
  if (rule.needs === 'reason' && !reason) throw invalid('reason', '请填写原因')
  if (body.until !== null && body.until <= ctx.clock.now()) throw invalid('until', '期限要在现在之后')
  if (body.ban && (action !== 'delete_content' || body.ids?.length !== 1)) {
    throw invalid('ban', '只有删除一位用户的全部内容时可以同时封禁')
  }
  const details = await detailsOf(ctx, body)
  const found = await listRows({ ...ctx, db: reads }, body)
  return once(ctx, (c) =>
    tx(c, async (t) => {
      // With the job, so that none of the two is without the other.
      const rows = body.ban ? await banAuthor(t, viewer, body, found) : found
      const total = rows.reduce((sum, { ids }) => sum + ids.length, 0)
      const title = titleOf(body, details, total)
      const filter = body.filter ?? null
      const job = { resource, action, reason, details: { ...details, title, filter }, total }
      const id = await insertJob(t, viewer, job)
      const size = pieceSize(action, job.details)
      const pieces = rows.flatMap(({ target_type, ids }) =>
        chunks(ids, size).map((some) => ({ job_id: id, target_type, ids_json: JSON.stringify(some) })),
      )
      await repo.insertPieces(t.db, pieces)
      const { action_id } = await requireRow(t, id)
      const after = { reason, ...(filter ? { filter } : { ids: body.ids }), ...details, total, undo_id: action_id }
      const audited = RECORDED_AS[action]
      await audit(t, viewer, audited === 'edit' || audited === 'ban' ? 'update' : audited, id, title, after)
      return getJob(t, id)
    }),
  )
}

/** Bans whose content is to go; returns the rows with what was written since they were found. */
async function banAuthor(t: Ctx, viewer: AdminViewer, body: Body, found: Rows): Promise<Rows> {
  const { ids: [author = 0] = [], reason, until, hide_content } = body
  await banUser(t, viewer, author, { reason: reason ?? '', until, note: '', hide_content })
  const rows: Rows = []
  for (const [table, target_type] of CONTENT) {
    const ids = found.find((some) => some.target_type === target_type)?.ids ?? []
    const newer = await repo.listContentIds(t.db, table, [author], { limit: JOB.rowsMax, after: ids.at(-1) })
    rows.push({ target_type, ids: [...ids, ...newer] })
  }
  return rows
}

const nounOf = (resource: Body['resource']) => JOB_NOUNS[resource].slice(1)

async function detailsOf(ctx: Ctx, body: Body): Promise<Omit<JobDetails, 'title' | 'filter'>> {
  const { needs } = JOB_RULES[body.action]
  if (needs === 'category_id') {
    if (!body.category_id) throw new AppError('invalid_input', { field: 'category_id', message: '请选择分类' })
    const { id, name } = await requireCategory(ctx, body.category_id)
    return { category_id: id, category: name }
  }
  if (needs === 'tag') {
    if (!body.tag) throw new AppError('invalid_input', { field: 'tag', message: '请填写标签' })
    const tag_id = await findTagId(ctx, body.tag)
    const missing = `没有名为「${body.tag}」的标签，请先在「标签」里新增`
    if (tag_id === null) throw new AppError('invalid_input', { field: 'tag', message: missing })
    return { tag_id, tag: body.tag }
  }
  const { action, ids = [], until, hide_content } = body
  if (action === 'delete_content') return ids.length === 1 && ids[0] !== undefined ? { user_id: ids[0] } : {}
  return action === 'ban' ? { until, hide_content } : {}
}

async function listRows(ctx: Ctx, body: Body): Promise<Rows> {
  const invalid = (field: string, message: string) => new AppError('invalid_input', { field, message })
  const { resource, filter, total } = body
  if ((body.ids === undefined) === (filter === undefined)) throw invalid('ids', '请用 ids 或 filter 选择，二者取一')
  if (filter && total === undefined) throw invalid('total', '请带上看到的条数 total')
  const chosen = filter
    ? await listSelectedIds(ctx, resource, filter, JOB.rowsMax)
    : [...new Set(body.ids)].toSorted((a, b) => a - b)
  const tooMany = invalid('filter', `一次最多处理 ${JOB.rowsMax} 项，请缩小范围`)
  if (chosen.length > JOB.rowsMax) throw tooMany
  if (filter && chosen.length > (total ?? 0)) {
    throw new AppError('selection_grown', { message: `现在符合条件的有 ${chosen.length} 项，请再确认一次` })
  }
  const users = resource === 'users' ? await keptAccounts(ctx, chosen) : []
  const rows =
    body.action === 'delete_content'
      ? await listContent(ctx, users)
      : [{ target_type: TARGET_OF[resource], ids: resource === 'users' ? users : chosen }]
  const found = rows.filter(({ ids }) => ids.length > 0)
  if (found.length === 0 && !body.ban) throw new AppError('selection_empty')
  if (found.reduce((sum, { ids }) => sum + ids.length, 0) > JOB.rowsMax) throw tooMany
  return found
}

/** What can be done to an account in the trash is to restore it. Throws `account_trashed` where all are. */
async function keptAccounts(ctx: Ctx, ids: number[]): Promise<number[]> {
  const trashed = await listTrashed(ctx, TRASHED.user, ids)
  if (ids.length > 0 && trashed.size === ids.length) throw new AppError('account_trashed')
  return ids.filter((id) => !trashed.has(id))
}

/** A filter may choose many users, each of whom may have written much. */
async function listContent(ctx: Ctx, userIds: number[]): Promise<Rows> {
  const content: Rows = []
  for (const [table, target_type] of CONTENT) {
    for (const some of chunks(userIds)) {
      content.push({ target_type, ids: await repo.listContentIds(ctx.db, table, some, { limit: JOB.rowsMax + 1 }) })
    }
  }
  return content
}

function titleOf(
  { resource, action, ids, ban }: Body,
  { category, tag }: Pick<JobDetails, 'category' | 'tag'>,
  total: number,
): string {
  const { words } = JOB_RULES[action]
  const rows = `${total} ${JOB_NOUNS[resource]}`
  if (action === 'move') return `把 ${rows}移动到分类「${category}」`
  if (action === 'tag') return `给 ${rows}添加标签「${tag}」`
  if (action === 'untag') return `从 ${rows}移除标签「${tag}」`
  if (action === 'delete_content')
    return ids?.length === 1 ? `${ban ? '封禁并' : ''}删除一位用户的 ${total} 项内容` : `删除所选用户的 ${total} 项内容`
  return `${words} ${rows}`
}

type NewJob = {
  resource: repo.JobRow['resource']
  action: JobAction | 'undo'
  reason: string | null
  details: JobDetails
  total: number
  undoes_id?: number
}

async function insertJob(t: Ctx, viewer: AdminViewer, { details, ...job }: NewJob): Promise<number> {
  const actor = await actorOfAdmin(t, viewer.id)
  const recorded = job.action === 'undo' ? 'undo' : RECORDED_AS[job.action]
  const action_id = await recordAction(t, TARGET_OF[job.resource], { actor, action: recorded, reason: job.reason })
  return repo.insertJob(t.db, {
    undoes_id: null,
    ...job,
    action_id,
    details_json: JSON.stringify(details),
    admin_id: viewer.id,
    username: actor.name,
    state: 'waiting',
    lease_until: 0,
    created_at: t.clock.now(),
  })
}

type AuditAction = Parameters<typeof recordAudits>[2]

function audit(t: Ctx, viewer: AdminViewer, action: AuditAction, id: number, title: string, after: object) {
  return recordAudits(t, viewer, action, [{ resource: 'jobs', record_id: id, record_name: title, before: null, after }])
}

async function requireRow(ctx: Ctx, id: number): Promise<repo.JobRow> {
  const job = await repo.findJob(ctx.db, id)
  if (!job) throw new AppError('record_not_found')
  return job
}

/** Newest first. */
export async function listJobs(ctx: Ctx, query: QueryOf<typeof list>): Promise<OutputOf<typeof list>> {
  const filter = { active: query.active === '1', userId: query.user_id }
  const rows = await repo.listJobs(ctx.db, query, filter)
  const pagination = paginationOf(query, await repo.countJobs(ctx.db, filter))
  return { data: rows.map((row) => present(ctx, row)), pagination }
}

/** Throws `record_not_found`. */
export async function getJob(ctx: Ctx, id: number): Promise<Job> {
  const row = await repo.findShownJob(ctx.db, id)
  if (!row) throw new AppError('record_not_found')
  return present(ctx, row)
}

type ShownRow = repo.JobRow & { undone_at: number | null }

function present({ clock }: Ctx, row: ShownRow): Job {
  const { title, filter } = JSON.parse(row.details_json) as JobDetails
  const { id, resource, action, reason, username, state, note, total, done, changed, skipped, failed } = row
  const isKept = row.ended_at !== null && row.ended_at > clock.now() - JOB.undoDays * DAY_MS
  const canUndo = isKept && action !== 'undo' && changed > 0 && row.undone_at === null
  return {
    ...{ id, title, resource, action, reason, filter, username, state, note, total, done, changed, skipped, failed },
    undo_id: canUndo ? row.action_id : null,
    undone: row.undone_at !== null,
    created_at: iso(row.created_at),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
  }
}

/** What is being worked on is finished first. Throws `record_not_found`, `job_ended`. */
export function stopJob(ctx: Ctx, viewer: AdminViewer, id: number): Promise<Job> {
  return tx(ctx, async (t) => {
    const job = await repo.lockJob(t.db, id)
    if (!job) throw new AppError('record_not_found')
    if (job.state !== 'waiting' && job.state !== 'running') throw new AppError('job_ended')
    const { name } = await actorOfAdmin(t, viewer.id)
    const stopped = { outcome: 'stopped', note: `${name} 停止了它` } as const
    const now = t.clock.now()
    await repo.updateJob(t.db, id, {
      ...stopped,
      ...(job.state === 'running' ? { state: 'stopping' } : { state: 'stopped', ended_at: now }),
    })
    return getJob(t, id)
  })
}

/** Takes back a decision at once, or all that a job did in another one. Throws as `undoDecision`, and `job_running`. */
export async function undoAction(ctx: Ctx, viewer: AdminViewer, undoId: number): Promise<OutputOf<typeof undo>> {
  if (!(await repo.findJobByAction(ctx.db, undoId))) {
    return undoDecision(ctx, await actorOfAdmin(ctx, viewer.id), undoId)
  }
  return tx(ctx, async (t) => {
    const action = await lockAction(t, undoId)
    const job = await repo.findJobByAction(t.db, undoId)
    if (!action || !job || job.action === 'undo') throw new AppError('record_not_found')
    if (job.ended_at === null || (await repo.hasActiveUndo(t.db, job.id))) throw new AppError('job_running')
    const { undo_id } = await getJob(t, job.id)
    if (undo_id === null) throw new AppError('already_undone')
    const { title, user_id } = JSON.parse(job.details_json) as JobDetails
    const details = { title: `撤销：${title}`, filter: null, ...(user_id !== undefined && { user_id }) }
    const { resource, changed: total } = job
    const id = await insertJob(t, viewer, { resource, action: 'undo', reason: null, details, total, undoes_id: job.id })
    await repo.insertUndoPieces(t.db, id, job.id)
    await audit(t, viewer, 'undo', id, details.title, { job: job.id, total })
    return { changed: 0, skipped: 0, job_id: id }
  })
}

/** Pieces hold up to twenty rows each as JSON. */
const PURGED_AT_ONCE = 200

/** Called by a timer: deletes the pieces of jobs that can no longer be undone, and jobs as old as audits may be. */
export async function purgeJobs({ db, clock, settings }: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listPieceIdsOfOld(db, clock.now() - JOB.undoDays * DAY_MS, limit),
    (ids) => repo.deletePieces(db, ids),
    PURGED_AT_ONCE,
  )
  await repo.deleteJobsBefore(db, clock.now() - settings.current.audit_keep_days * DAY_MS)
}

/**
 * Works on jobs, a few rows in each transaction: one job at a time on the whole site, by the node that holds its lease
 * (docs/decisions/051-jobs.md). What a piece changes and that it is done are one transaction: whoever takes a job up
 * goes on where it was.
 */
import { roleSuffices } from '@shiliu/contract/admin/roles'
import type { Ctx } from '#deps.ts'
import { listAdmins } from '#modules/admin/admins.service.ts'
import { noticeTitle } from '#modules/admin/author-notices.service.ts'
import { type Actor, markUndone } from '#modules/moderation/history.service.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'
import { findMark, insertMark, lockMark } from '#platform/db/marks.ts'
import { batchTx, tx } from '#platform/db/tx.ts'
import {
  applyPiece,
  type Before,
  type JobDetails,
  JobFailure,
  type JobWork,
  RECORDED_AS,
  undoAppliedPiece,
} from './job-pieces.service.ts'
import * as repo from './jobs.repo.ts'

/** Longer than any piece takes. */
const LEASE_MS = 30_000
const AUTHORS_AT_ONCE = 50

/** Called by a timer. */
export async function workOnJobs(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const id = stopping.aborted ? null : await claimJob(ctx)
    if (id === null) return
    for (let isMore = true; isMore; ) {
      if (stopping.aborted) return release(ctx, id)
      isMore = await workOnPiece(ctx, id)
    }
  }
}

/** The job that this node may work on; null where there is none, or another node works on one. */
async function claimJob(ctx: Ctx): Promise<number | null> {
  if (!(await repo.findNextJob(ctx.db))) return null
  if ((await findMark(ctx.db, 'jobs')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'jobs', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'jobs')
    const job = await repo.findNextJob(t.db)
    const now = t.clock.now()
    const { nodeId: node } = t.bus
    if (!job || (job.state !== 'waiting' && job.node !== node && job.lease_until > now)) return null
    const claim = { node, lease_until: now + LEASE_MS }
    const start = job.state === 'waiting' ? ({ state: 'running', started_at: now } as const) : {}
    await repo.updateJob(t.db, job.id, { ...claim, ...start })
    return job.id
  })
}

/** Another node need not wait until the lease is over. */
async function release(ctx: Ctx, id: number): Promise<void> {
  await tx(ctx, async (t) => {
    if (await repo.holdJob(t.db, id, t.bus.nodeId, 0)) await repo.updateJob(t.db, id, { node: null })
  })
}

async function hold(t: Ctx, id: number): Promise<repo.JobRow | undefined> {
  const held = await repo.holdJob(t.db, id, t.bus.nodeId, t.clock.now() + LEASE_MS)
  return held ? repo.findJob(t.db, id) : undefined
}

/** False once nothing is left to do for this node. */
async function workOnPiece(ctx: Ctx, id: number): Promise<boolean> {
  let piece: repo.PieceRow | undefined
  try {
    const step = await batchTx(ctx, async (t) => {
      const job = await hold(t, id)
      if (!job) return 'lost'
      if (job.state === 'stopping') return 'rest'
      if (!(await mayWork(t, job))) {
        const note = '开始它的管理员不再有这个权限'
        await repo.updateJob(t.db, id, { state: 'stopping', outcome: 'stopped', note })
        return 'rest'
      }
      piece = await repo.findNextPiece(t.db, id)
      if (!piece) return 'rest'
      await work(t, job, piece)
      return 'more'
    })
    if (step === 'rest') return await tellAndEnd(ctx, id)
    return step === 'more'
  } catch (error) {
    if (error instanceof JobFailure) await fail(ctx, id, error.message)
    else if (piece) await setApart(ctx, id, piece, error)
    else throw error
    return true
  }
}

/** A role that changed, or an administrator who was disabled or deleted, ends what they began. */
async function mayWork(t: Ctx, { admin_id }: repo.JobRow): Promise<boolean> {
  const [admin] = admin_id === null ? [] : await listAdmins(t, [admin_id])
  return admin?.is_active === 1 && roleSuffices(admin.role, 'moderator')
}

async function work(t: Ctx, job: repo.JobRow, piece: repo.PieceRow): Promise<void> {
  const ids: number[] = JSON.parse(piece.ids_json)
  const actor = actorOf(job)
  let changed: { id: number }[]
  let count = ids.length
  if (job.action === 'undo') {
    const before: Before[] = JSON.parse(piece.before_json ?? '[]')
    const undone = await repo.findJob(t.db, job.undoes_id ?? 0)
    if (!undone) throw new JobFailure('要撤销的任务已经不在了')
    count = before.length
    const undo = { actor, actionId: job.action_id }
    changed = await undoAppliedPiece(t, workOf(undone), undo, piece.target_type, before)
  } else {
    changed = await applyPiece(t, workOf(job), piece.target_type, ids)
  }
  await repo.finishPiece(t.db, piece.id, changed.length > 0 ? JSON.stringify(changed) : null)
  const skipped = count - changed.length
  await repo.addProgress(t.db, job.id, { done: count, changed: changed.length, skipped, failed: 0 })
}

const actorOf = ({ admin_id, username }: repo.JobRow): Actor => ({
  key: `admin:${admin_id}`,
  name: username,
  ...(admin_id !== null && { adminId: admin_id }),
})

function workOf(job: repo.JobRow): JobWork {
  if (job.action === 'undo') throw new Error(`Job ${job.id} undoes another one`)
  return {
    action: job.action,
    details: JSON.parse(job.details_json) as JobDetails,
    actor: actorOf(job),
    reason: job.reason,
    actionId: job.action_id,
    createdAt: job.created_at,
  }
}

async function fail(ctx: Ctx, id: number, note: string): Promise<void> {
  await tx(ctx, async (t) => {
    if (await hold(t, id)) await repo.updateJob(t.db, id, { state: 'stopping', outcome: 'failed', note })
  })
}

/** One row that fails must not keep the others: each gets its own piece, and what fails alone is counted as failed. */
async function setApart(ctx: Ctx, id: number, piece: repo.PieceRow, error: unknown): Promise<void> {
  ctx.log.error({ err: error, job: id, piece: piece.id }, 'part of a job failed')
  const ids: number[] = JSON.parse(piece.ids_json)
  const before: Before[] | null = piece.before_json === null ? null : JSON.parse(piece.before_json)
  const count = before?.length ?? ids.length
  await tx(ctx, async (t) => {
    if (!(await hold(t, id))) return
    if (count > 1) {
      const { job_id, target_type } = piece
      const rows = before
        ? before.map((row) => ({ ids_json: JSON.stringify([row.id]), before_json: JSON.stringify([row]) }))
        : ids.map((one) => ({ ids_json: JSON.stringify([one]), before_json: null }))
      await repo.deletePiece(t.db, piece.id)
      await repo.insertPieces(
        t.db,
        rows.map((row) => ({ job_id, target_type, ...row })),
      )
      return
    }
    await repo.finishPiece(t.db, piece.id, null)
    await repo.addProgress(t.db, id, { done: 1, changed: 0, skipped: 0, failed: 1 })
  })
}

/** Tells the authors, each once however much of theirs changed, and ends the job. True while it is not ended. */
async function tellAndEnd(ctx: Ctx, id: number): Promise<boolean> {
  const job = await repo.findJob(ctx.db, id)
  if (!job) return false
  const reads = ctx.longReads.of('jobs')
  const authors = await repo.listAuthorsChanged(reads, job.action_id, job.told_user_id, AUTHORS_AT_ONCE)
  return batchTx(ctx, async (t) => {
    const held = await hold(t, id)
    if (!held) return false
    // Whoever held it before may have told them since they were read.
    if (held.told_user_id !== job.told_user_id) return true
    const last = authors.at(-1)
    if (!last) {
      await end(t, job)
      return false
    }
    await notifyBySite(t, noticesOf(job, authors))
    await repo.updateJob(t.db, id, { told_user_id: last.user_id })
    return true
  })
}

function noticesOf(job: repo.JobRow, authors: repo.AuthorTold[]) {
  const action = job.action === 'undo' ? 'undo' : RECORDED_AS[job.action]
  return authors.flatMap(({ user_id, posts, comments, post_id, comment_id, title }) => {
    const single = posts + comments === 1
    const many = [posts > 0 && `${posts} 篇笔记`, comments > 0 && `${comments} 条评论`].filter(Boolean).join('和 ')
    const one = posts === 1 ? `笔记《${title}》` : '评论'
    const words = noticeTitle(single ? one : ` ${many}`, { action, reason: job.reason })
    if (words === null) return []
    const about = single ? { targetId: post_id, commentId: comment_id } : { targetId: null, commentId: null }
    return [{ userId: user_id, ...about, title: words, eventKey: `moderation:${job.action_id}` }]
  })
}

async function end(t: Ctx, { id, undoes_id }: repo.JobRow): Promise<void> {
  const job = await repo.findJob(t.db, id)
  if (!job) return
  const now = t.clock.now()
  const state = job.outcome ?? (job.state === 'stopping' ? 'stopped' : 'done')
  await repo.updateJob(t.db, id, { state, ended_at: now, node: null, lease_until: 0 })
  const undone = undoes_id === null || state !== 'done' ? undefined : await repo.findJob(t.db, undoes_id)
  if (undone) await markUndone(t.db, undone.action_id, now)
}

/**
 * Makes exports of people's data, one at a time on the whole site, by the node that holds its lease
 * (docs/decisions/060-data-exports.md). Whoever takes one up that another node left begins a new file.
 */
import { DATA_EXPORT } from '@shiliu/contract/data-export'
import type { Ctx } from '#deps.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/errors.ts'
import { findMark, insertMark, lockMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { unlistedKey } from '#platform/storage/storage.ts'
import { zipParts } from '#platform/zip.ts'
import * as repo from './data-export.repo.ts'
import { LOST_LEASE_MS, newFileName } from './data-export.service.ts'
import { dataEntries } from './data-export-contents.service.ts'

/** Longer than a page, a picture or a part takes. */
const LEASE_MS = 2 * MINUTE_MS
const RENEWED_EVERY_MS = 20_000
/** Held in memory, once or twice; an object storage gets it within its deadline. */
const PART_BYTES = 4 * 1024 * 1024
/** Below it none is written: uploads go on. */
const LEAST_FREE = 2 * LEAST_FREE_SHARE
/** Pauses after attempts in which storage or database did not answer, or the process died. */
const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS]
const MOST_ATTEMPTS = RETRY_AFTER_MS.length + 1

/** Another node has it now, or its account is gone. */
class LostError extends Error {}
class StoppedError extends Error {}

/** Called by a timer. */
export async function workOnDataExports(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const row = await claim(ctx)
    if (!row) return
    if (row.state === 'running') await make(ctx, row, stopping)
  }
}

/**
 * The export that this node is to make, or one that it gave up; undefined where there is none, or another node makes
 * one.
 */
async function claim(ctx: Ctx): Promise<repo.DataExportRow | undefined> {
  if (!(await repo.findNext(ctx.db, ctx.clock.now()))) return undefined
  if ((await findMark(ctx.db, 'data-exports')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'data-exports', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'data-exports')
    const now = t.clock.now()
    const row = await repo.findNext(t.db, now)
    const { nodeId: node } = t.bus
    // One that this node left cannot be in work: its runs never overlap.
    if (!row || (row.state === 'running' && row.node !== node && row.lease_until > now)) return undefined
    if (row.parts > 0) await discardFile(t, row, LOST_LEASE_MS)
    if (row.attempts >= MOST_ATTEMPTS) {
      // Each of them ended without a word: making it takes the process along.
      await repo.updateExport(t.db, row.id, failedWith(t, FAILED))
      await notifyFailure(t, row, FAILED)
      return { ...row, state: 'failed' }
    }
    const file_name = row.parts > 0 ? newFileName() : row.file_name
    const begun = { state: 'running', node, file_name, parts: 0, bytes: 0, lease_until: now + LEASE_MS } as const
    const attempt = { attempts: row.attempts + 1, retry_at: null, problem: null }
    await repo.updateExport(t.db, row.id, { ...begun, ...attempt })
    return { ...row, ...begun, ...attempt }
  })
}

/** Has the begun file removed after `ms`. */
async function discardFile(t: Ctx, { file_name, parts }: repo.DataExportRow, ms: number): Promise<void> {
  const now = t.clock.now()
  const gone = { state: 'gone', user_id: null, lease_until: 0 } as const
  await repo.insertExport(t.db, { ...gone, file_name, parts, created_at: now, purge_at: now + ms })
}

async function make(ctx: Ctx, row: repo.DataExportRow, stopping: AbortSignal): Promise<void> {
  const { id, user_id } = row
  if (user_id === null) return
  let renewedAt = ctx.clock.now()
  let parts = 0
  let bytes = 0
  async function renewLease(values: { parts?: number; bytes?: number } = {}) {
    if (stopping.aborted) throw new StoppedError()
    renewedAt = ctx.clock.now()
    if (!(await repo.updateHeld(ctx.db, row, { ...values, lease_until: renewedAt + LEASE_MS }))) throw new LostError()
  }
  const renewWhenDue = async () => {
    if (stopping.aborted || ctx.clock.now() - renewedAt > RENEWED_EVERY_MS) await renewLease()
  }
  try {
    const entries = dataEntries(ctx, user_id, renewWhenDue)
    for await (const part of zipParts(entries, { partBytes: PART_BYTES, mtime: new Date(ctx.clock.now()) })) {
      if ((await ctx.disks.freeShare()) < LEAST_FREE) throw new AppError('disk_full')
      parts += 1
      // Before the file, so that none is there that no row knows.
      await renewLease({ parts, bytes })
      await ctx.storage.unlisted.put(unlistedKey(row.file_name, parts), part)
      bytes += part.length
    }
    await finish(ctx, row, bytes)
  } catch (error) {
    if (error instanceof LostError)
      ctx.log.warn({ export: id }, 'a data export was taken over by another node, or discarded')
    else if (error instanceof StoppedError) await putBack(ctx, row)
    else await fail(ctx, row, error)
  }
}

async function finish(ctx: Ctx, row: repo.DataExportRow, bytes: number): Promise<void> {
  await tx(ctx, async (t) => {
    const now = t.clock.now()
    const purge_at = now + DATA_EXPORT.keptMs
    if (!(await repo.updateHeld(t.db, row, { state: 'ready', bytes, node: null, ready_at: now, purge_at })))
      throw new LostError()
    await notify(t, row, '你的数据打包好了，7 天内可以在「更多 → 账号与安全 → 导出我的数据」下载')
  })
}

/** Another node, or this one after its restart, begins anew. */
async function putBack(ctx: Ctx, row: repo.DataExportRow): Promise<void> {
  const attempts = row.attempts - 1
  await repo.updateHeld(ctx.db, row, { state: 'waiting', node: null, lease_until: 0, attempts })
}

const FAILED = '打包时出了问题'

const STORAGE_AWAY = '图片存储没有回应'
const DATABASE_AWAY = '数据库没有回应'
const TRANSIENT = new Set([STORAGE_AWAY, DATABASE_AWAY])

function problemOf(error: unknown): string {
  const { code, cause = error } = error instanceof AppError ? error : { code: undefined }
  if (code === 'disk_full' || isDiskFull(cause)) return '服务器的磁盘快满了'
  if (isDatabaseUnavailable(error)) return DATABASE_AWAY
  return code === 'unavailable' ? STORAGE_AWAY : FAILED
}

const failedWith = ({ clock }: Ctx, problem: string) =>
  ({
    state: 'failed',
    problem,
    node: null,
    parts: 0,
    bytes: 0,
    retry_at: null,
    purge_at: clock.now() + DATA_EXPORT.keptMs,
  }) as const

/** What does not answer is tried again, a few times; otherwise the person may ask again at once. */
async function fail(ctx: Ctx, row: repo.DataExportRow, error: unknown): Promise<void> {
  ctx.log.error({ err: error, export: row.id, attempt: row.attempts }, 'a data export failed')
  const problem = problemOf(error)
  const wait = TRANSIENT.has(problem) ? RETRY_AFTER_MS[row.attempts - 1] : undefined
  await tx(ctx, async (t) => {
    if (wait !== undefined) {
      const again = { state: 'waiting', problem, node: null, bytes: 0, lease_until: 0 } as const
      await repo.updateHeld(t.db, row, { ...again, retry_at: t.clock.now() + wait })
      return
    }
    const held = await repo.findExport(t.db, row.id)
    if (!held || !(await repo.updateHeld(t.db, row, failedWith(t, problem)))) return
    // What was written is removed soon.
    if (held.parts > 0) await discardFile(t, held, 0)
    await notifyFailure(t, row, problem)
  })
}

const notifyFailure = (t: Ctx, row: repo.DataExportRow, problem: string) =>
  notify(t, row, `你的数据没有打包成功：${problem}，可以过些时候再试`)

function notify(t: Ctx, { id, user_id, file_name }: repo.DataExportRow, title: string): Promise<void> {
  if (user_id === null) return Promise.resolve()
  const eventKey = `data-export:${id}:${file_name.slice(0, 8)}`
  return notifyBySite(t, [{ userId: user_id, targetId: null, commentId: null, title, eventKey }])
}

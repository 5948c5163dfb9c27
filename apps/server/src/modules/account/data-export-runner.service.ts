/**
 * Makes exports of people's data, one at a time on the whole site, by the node that holds its lease
 * (docs/decisions/060-data-exports.md). Whoever takes one up that another node left begins a new file.
 */
import { DATA_EXPORT } from '@shiliu/contract/data-export'
import type { Ctx } from '#deps.ts'
import { notifyModerated } from '#modules/notifications/notifications.service.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import { isDiskFull } from '#platform/db/errors.ts'
import { findMark, insertMark, lockMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { unlistedKey } from '#platform/storage/storage.ts'
import { zipParts } from '#platform/zip.ts'
import * as repo from './data-export.repo.ts'
import { NOTICED_MS, newFileName } from './data-export.service.ts'
import { dataEntries } from './data-export-contents.service.ts'

/** Longer than a page, a picture or a part takes. */
const LEASE_MS = 2 * MINUTE_MS
const RENEWED_EVERY_MS = 20_000
/** Held in memory, once or twice; an object storage gets it within its deadline. */
const PART_BYTES = 4 * 1024 * 1024

/** Another node has it now, or its account is gone. */
class LostError extends Error {}
class StoppedError extends Error {}

/** Called by a timer. */
export async function workOnDataExports(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const row = await claim(ctx)
    if (!row) return
    await make(ctx, row, stopping)
  }
}

/** The export that this node is to make; undefined where there is none, or another node makes one. */
async function claim(ctx: Ctx): Promise<repo.DataExportRow | undefined> {
  if (!(await repo.findNext(ctx.db))) return undefined
  if ((await findMark(ctx.db, 'data-exports')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'data-exports', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'data-exports')
    const row = await repo.findNext(t.db)
    const now = t.clock.now()
    const { nodeId: node } = t.bus
    // One that this node left cannot be in work: its runs never overlap.
    if (!row || (row.state === 'running' && row.node !== node && row.lease_until > now)) return undefined
    if (row.parts > 0) await leave(t, row, NOTICED_MS)
    const file_name = row.parts > 0 ? newFileName() : row.file_name
    const begun = { state: 'running', node, file_name, parts: 0, bytes: 0, lease_until: now + LEASE_MS } as const
    await repo.updateExport(t.db, row.id, begun)
    return { ...row, ...begun }
  })
}

/** Leaves the begun file to be removed after `ms`. */
async function leave(t: Ctx, { file_name, parts }: repo.DataExportRow, ms: number): Promise<void> {
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
  async function hold(values: { parts?: number; bytes?: number } = {}) {
    if (stopping.aborted) throw new StoppedError()
    renewedAt = ctx.clock.now()
    if (!(await repo.updateHeld(ctx.db, row, { ...values, lease_until: renewedAt + LEASE_MS }))) throw new LostError()
  }
  const beat = async () => {
    if (stopping.aborted || ctx.clock.now() - renewedAt > RENEWED_EVERY_MS) await hold()
  }
  try {
    const entries = dataEntries(ctx, user_id, beat)
    for await (const part of zipParts(entries, { partBytes: PART_BYTES, mtime: new Date(ctx.clock.now()) })) {
      if ((await ctx.disks.freeShare()) < LEAST_FREE_SHARE) throw new AppError('disk_full')
      parts += 1
      // Before the file, so that none is there that no row knows.
      await hold({ parts, bytes })
      await ctx.storage.unlisted.put(unlistedKey(row.file_name, parts), part)
      bytes += part.length
    }
    await finish(ctx, row, bytes)
  } catch (error) {
    if (error instanceof LostError) ctx.log.warn({ export: id }, 'a data export was taken by another node, or let go')
    else if (error instanceof StoppedError) await release(ctx, row)
    else await fail(ctx, row, error)
  }
}

async function finish(ctx: Ctx, row: repo.DataExportRow, bytes: number): Promise<void> {
  await tx(ctx, async (t) => {
    const now = t.clock.now()
    const purge_at = now + DATA_EXPORT.keptMs
    if (!(await repo.updateHeld(t.db, row, { state: 'ready', bytes, node: null, ready_at: now, purge_at })))
      throw new LostError()
    await tell(t, row, '你的数据打包好了，7 天内可以在「更多 → 账号与安全 → 导出我的数据」下载')
  })
}

/** Another node, or this one after its restart, begins anew. */
async function release(ctx: Ctx, row: repo.DataExportRow): Promise<void> {
  await repo.updateHeld(ctx.db, row, { state: 'waiting', node: null, lease_until: 0 })
}

/** The person may ask again at once; what was written is removed soon. */
async function fail(ctx: Ctx, row: repo.DataExportRow, error: unknown): Promise<void> {
  ctx.log.error({ err: error, export: row.id }, 'a data export failed')
  const isFull = isDiskFull(error) || (error instanceof AppError && error.code === 'disk_full')
  const isAway = error instanceof AppError && error.code === 'unavailable'
  const problem = isFull ? '服务器的磁盘快满了' : isAway ? '图片存储没有回应' : '打包时出了问题'
  await tx(ctx, async (t) => {
    const held = await repo.findExport(t.db, row.id)
    const failed = { state: 'failed', problem, node: null, parts: 0, bytes: 0 } as const
    const purge_at = t.clock.now() + DATA_EXPORT.keptMs
    if (!held || !(await repo.updateHeld(t.db, row, { ...failed, purge_at }))) return
    if (held.parts > 0) await leave(t, held, 0)
    await tell(t, row, `你的数据没有打包成功：${problem}，可以过些时候再试`)
  })
}

function tell(t: Ctx, { id, user_id, file_name }: repo.DataExportRow, title: string): Promise<void> {
  if (user_id === null) return Promise.resolve()
  const eventKey = `data-export:${id}:${file_name.slice(0, 8)}`
  return notifyModerated(t, [{ userId: user_id, targetId: null, commentId: null, title, eventKey }])
}

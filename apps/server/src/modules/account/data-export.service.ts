/** Exports of all of one's data: asking, looking, fetching (docs/product.md#export-of-ones-data). */
import { randomBytes } from 'node:crypto'
import { DATA_EXPORT, type DataExportState, file } from '@shiliu/contract/data-export'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as users from '#modules/users/users.service.ts'
import { iso, isoDate, isoOrNull, MINUTE_MS } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { Archive } from '#platform/http/download.ts'
import type { FindSession, UserViewer, Viewer } from '#platform/http/session.ts'
import { unlistedKey } from '#platform/storage/storage.ts'
import { readTicket, signTicket } from '#platform/tickets.ts'
import * as repo from './data-export.repo.ts'

/** After this long a node that lost its lease has noticed and writes nothing more. */
export const LOST_LEASE_MS = 5 * MINUTE_MS

/** What the files of an export are found by. */
export const newFileName = (): string => randomBytes(32).toString('hex')

/** The newest one, and when the next may be asked for. */
export async function getDataExport(ctx: Ctx, viewer: UserViewer): Promise<DataExportState> {
  return present(ctx, await repo.findOfUser(ctx.db, viewer.id))
}

function present(ctx: Ctx, row: repo.DataExportRow | undefined): DataExportState {
  const now = ctx.clock.now()
  const nextAt = row && row.state !== 'failed' ? row.created_at + DATA_EXPORT.pauseMs : 0
  const next_at = nextAt > now ? iso(nextAt) : null
  if (!row || row.state === 'gone' || isOver(row, now)) return { export: null, next_at }
  const { state, created_at, ready_at, retry_at, purge_at, bytes, problem } = row
  const times = {
    created_at: iso(created_at),
    ready_at: isoOrNull(ready_at),
    retry_at: isoOrNull(retry_at),
    expires_at: isoOrNull(purge_at),
  }
  return { export: { state, bytes, problem, ...times }, next_at }
}

const isOver = ({ purge_at }: repo.DataExportRow, now: number) => purge_at !== null && purge_at <= now

/** Asks for one, in place of an earlier one; nothing while one is being made. Throws `data_export_again`. */
export async function requestDataExport(ctx: Ctx, viewer: UserViewer): Promise<DataExportState> {
  return tx(ctx, async (t) => {
    await users.lockUsers(t, [viewer.id])
    const last = await repo.findOfUser(t.db, viewer.id)
    if (last?.state === 'waiting' || last?.state === 'running') return present(t, last)
    const now = t.clock.now()
    const next = last && last.state !== 'failed' ? last.created_at + DATA_EXPORT.pauseMs : 0
    if (next > now) throw new AppError('data_export_again', { retryAfter: Math.ceil((next - now) / 1000) })
    await repo.discardExports(t.db, viewer.id, now, now)
    const row = { user_id: viewer.id, state: 'waiting', file_name: newFileName(), lease_until: 0 } as const
    const id = await repo.insertExport(t.db, { ...row, created_at: now })
    return present(t, await repo.findExport(t.db, id))
  })
}

async function findReady(ctx: Ctx, userId: number): Promise<repo.DataExportRow> {
  const row = await repo.findOfUser(ctx.db, userId)
  if (row?.state !== 'ready' || isOver(row, ctx.clock.now())) throw new AppError('data_export_gone')
  return row
}

/**
 * An address for the browser to fetch the file from, good while the session lasts. Throws `data_export_gone`, and
 * `unavailable` where the storage does not answer: of a download that fails the browser says nothing.
 */
export async function linkToDataExport(ctx: Ctx, viewer: UserViewer): Promise<{ url: string; expires_at: string }> {
  const row = await findReady(ctx, viewer.id)
  await requirePart(ctx, row, 1)
  const until = ctx.clock.now() + DATA_EXPORT.linkMs
  const ticket = signTicket(ctx, 'data export', [viewer.id, viewer.sessionId, row.id], until)
  return { url: `${API_PREFIX}${file.path}?ticket=${ticket}`, expires_at: iso(until) }
}

/** Each holds some MB while its reader is slow. */
const AT_ONCE = 2
/** How many downloads of a person this process serves. */
export type Downloads = Map<number, number>

/** Throws `too_many_requests`. Returns what gives the place back. */
function takePlace(downloads: Downloads, userId: number): () => void {
  const open = downloads.get(userId) ?? 0
  if (open >= AT_ONCE) {
    throw new AppError('too_many_requests', { message: '已经有两个下载正在进行，请等其中一个结束再试', retryAfter: 60 })
  }
  downloads.set(userId, open + 1)
  return () => {
    const left = (downloads.get(userId) ?? 1) - 1
    if (left > 0) downloads.set(userId, left)
    else downloads.delete(userId)
  }
}

/**
 * The file that a link leads to, empty where only its head is asked for; it breaks off where the session ends
 * meanwhile. Throws `data_link_invalid`, `data_export_gone`, `too_many_requests`.
 */
export async function openDataExport(
  ctx: Ctx,
  { findSession, downloads }: { findSession: FindSession; downloads: Downloads },
  ticket: string,
  isHead: boolean,
): Promise<Archive> {
  const { viewer, exportId } = readDownload(ctx, ticket)
  if (!(await findSession(viewer))) throw new AppError('data_link_invalid')
  const row = await findReady(ctx, viewer.id)
  if (row.id !== exportId) throw new AppError('data_export_gone')
  const onEnd = takePlace(downloads, viewer.id)
  const first = await (isHead ? requirePart(ctx, row, 1) : readPart(ctx, row, 1)).catch((error: unknown) => {
    onEnd()
    throw error
  })
  async function* content() {
    if (!first) return
    yield first
    for (let part = 2; part <= row.parts; part++) {
      if (!(await findSession(viewer))) throw new Error('the session ended during a download')
      yield await readPart(ctx, row, part)
    }
  }
  return { name: `shiliu-data-${isoDate(row.created_at)}.zip`, bytes: row.bytes, content: content(), onEnd }
}

/**
 * Throws `unavailable` where the storage does not answer, and `data_export_gone`: after a restored backup, for example,
 * the row may be there and the file not.
 */
async function readPart(ctx: Ctx, row: repo.DataExportRow, part: number): Promise<Buffer> {
  const body = await answered(ctx.storage.unlisted.get(unlistedKey(row.file_name, part)))
  if (!body) throw gone(ctx, row, part)
  return body
}

/** Throws as `readPart` does, without reading the file. */
async function requirePart(ctx: Ctx, row: repo.DataExportRow, part: number): Promise<void> {
  if (!(await answered(ctx.storage.unlisted.has(unlistedKey(row.file_name, part))))) throw gone(ctx, row, part)
}

function gone({ log }: Ctx, { id, parts }: repo.DataExportRow, part: number): AppError {
  log.warn({ export: id, part, parts }, 'a part of a data export is missing')
  return new AppError('data_export_gone')
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'unavailable') throw cause
    const { retryAfter } = cause
    throw new AppError('unavailable', { message: '存储没有回应，暂时不能下载，请过一会儿再试', retryAfter, cause })
  }
}

function readDownload(ctx: Ctx, ticket: string): { viewer: Viewer; exportId: number } {
  const numbers = readTicket(ctx, 'data export', ticket)
  if (!numbers) throw new AppError('data_link_invalid')
  const [id = 0, sessionId = 0, exportId = 0] = numbers
  return { viewer: { role: 'user', id, sessionId }, exportId }
}

/** For the deletion of the account. */
export async function discardExportsOfUser(t: Ctx, userId: number): Promise<void> {
  const now = t.clock.now()
  await repo.discardExports(t.db, userId, now, now + LOST_LEASE_MS)
}

const PURGED_AT_ONCE = 20

/** Called by a timer: removes the files of what has expired, and then the rows. */
export async function purgeDataExports(ctx: Ctx): Promise<void> {
  for (;;) {
    const rows = await repo.listPurgeable(ctx.db, ctx.clock.now(), PURGED_AT_ONCE)
    if (rows.length === 0) return
    for (const row of rows) await removeParts(ctx, row)
    await repo.deleteExports(
      ctx.db,
      rows.map(({ id }) => id),
    )
  }
}

/** All that may exist. */
async function removeParts({ storage }: Ctx, { file_name, parts }: repo.DataExportRow): Promise<void> {
  if (parts === 0) return
  await storage.unlisted.remove(Array.from({ length: parts }, (_, i) => unlistedKey(file_name, i + 1)))
}

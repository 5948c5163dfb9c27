/** Exports of all of one's data: asking, looking, fetching (docs/product.md#export-of-ones-data). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
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
import * as repo from './data-export.repo.ts'

/** By then a node that has lost an export has noticed, and writes no part of it any more. */
export const NOTICED_MS = 5 * MINUTE_MS

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
  const { state, created_at, ready_at, purge_at, bytes, problem } = row
  const times = { created_at: iso(created_at), ready_at: isoOrNull(ready_at), expires_at: isoOrNull(purge_at) }
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
    await repo.letGo(t.db, viewer.id, now, now)
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

/** An address for the browser to fetch the file from, good while the session lasts. Throws `data_export_gone`. */
export async function linkToDataExport(ctx: Ctx, viewer: UserViewer): Promise<{ url: string; expires_at: string }> {
  const { id } = await findReady(ctx, viewer.id)
  const until = ctx.clock.now() + DATA_EXPORT.linkMs
  const claim = [viewer.id, viewer.sessionId, id, until].join('.')
  return { url: `${API_PREFIX}${file.path}?ticket=${claim}.${ctx.mac('download', claim)}`, expires_at: iso(until) }
}

/**
 * The file that a link leads to; it breaks off where the session ends meanwhile. Throws `data_link_invalid`,
 * `data_export_gone`.
 */
export async function openDataExport(ctx: Ctx, findSession: FindSession, ticket: string): Promise<Archive> {
  const { viewer, exportId } = readTicket(ctx, ticket)
  if (!(await findSession(viewer))) throw new AppError('data_link_invalid')
  const row = await findReady(ctx, viewer.id)
  if (row.id !== exportId) throw new AppError('data_export_gone')
  const read = (part: number) => ctx.storage.unlisted.get(unlistedKey(row.file_name, part))
  // After a restored backup, for example, the row may be there and the file not.
  const first = await read(1)
  if (!first) throw new AppError('data_export_gone')
  async function* content() {
    if (first) yield first
    for (let part = 2; part <= row.parts; part++) {
      if (!(await findSession(viewer))) throw new Error('the session ended during a download')
      const body = await read(part)
      if (!body) throw new Error(`part ${part} of the data export ${row.id} is missing`)
      yield body
    }
  }
  return { name: `shiliu-data-${isoDate(row.created_at)}.zip`, bytes: row.bytes, content: content() }
}

function readTicket(ctx: Ctx, ticket: string): { viewer: Viewer; exportId: number } {
  const at = ticket.lastIndexOf('.')
  const claim = ticket.slice(0, Math.max(0, at))
  const mac = Buffer.from(ticket.slice(at + 1))
  const expected = Buffer.from(ctx.mac('download', claim))
  const isOurs = mac.length === expected.length && timingSafeEqual(mac, expected)
  const [id = 0, sessionId = 0, exportId = 0, until = 0] = claim.split('.').map(Number)
  if (!isOurs || until <= ctx.clock.now()) throw new AppError('data_link_invalid')
  return { viewer: { role: 'user', id, sessionId }, exportId }
}

/** For the deletion of the account. */
export async function releaseExportsOfUser(t: Ctx, userId: number): Promise<void> {
  const now = t.clock.now()
  await repo.letGo(t.db, userId, now, now + NOTICED_MS)
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
export async function removeParts({ storage }: Ctx, { file_name, parts }: repo.DataExportRow): Promise<void> {
  if (parts === 0) return
  await storage.unlisted.remove(Array.from({ length: parts }, (_, i) => unlistedKey(file_name, i + 1)))
}

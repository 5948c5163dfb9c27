/** What the audit trail says about reading tables: content that others do not see, and exports. */
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { recordAudits } from './audits.service.ts'
import { noteView } from './pending-audits.service.ts'
import { type ReadableResource, type Row, resourceName } from './resource.ts'

/** One line for a page of a list, whichever of its rows are private; with the user whose rows were asked for. */
export function noteListed(
  ctx: Ctx,
  viewer: AdminViewer,
  resource: ReadableResource,
  query: object,
  rows: readonly Row[],
): void {
  const ids = rows.filter((row) => resource.isPrivate?.(row)).map(({ id }) => id)
  if (ids.length === 0) return
  const name = `列表里 ${ids.length} 项没有公开的`
  const userId: unknown = Reflect.get(query, 'user_id')
  const details = { ids, ...(typeof userId === 'number' && { user_id: userId }) }
  noteView(ctx, viewer, { resource: resourceName(resource), id: 0, name, details })
}

/** One line for a row that others do not see. */
export function noteRead(ctx: Ctx, viewer: AdminViewer, resource: ReadableResource, row: Row): void {
  if (!resource.isPrivate?.(row)) return
  noteView(ctx, viewer, { resource: resourceName(resource), id: row.id, name: nameOf(resource, row) })
}

const nameOf = (resource: object, row: Row): string => {
  const name: unknown = Reflect.get(resource, 'recordName')
  return typeof name === 'function' ? String(name(row)) : ''
}

/** Before the first row leaves. */
export function recordExport(
  ctx: Ctx,
  viewer: AdminViewer,
  resource: ReadableResource,
  query: object,
  rows: number,
): Promise<void> {
  const filter = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const about = { resource: resourceName(resource), record_id: 0, record_name: `${rows} 行` }
  return tx(ctx, (t) => recordAudits(t, viewer, 'export', [{ ...about, before: null, after: { ...filter, rows } }]))
}

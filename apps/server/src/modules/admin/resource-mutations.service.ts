/** Writes of the back office. Each is one transaction that calls the owning service and appends to the audit trail. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnyResource } from '@shiliu/contract/admin/resource'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { Once, StoredAnswer } from '#platform/http/idempotency.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { hashPassword } from '#platform/passwords.ts'
import * as audits from './audits.service.ts'
import { type EditableResource, type MutationContext, type Row, resourceName } from './resource.ts'
import { loadRows } from './resource-queries.service.ts'
import { listExistingIds, lockRows } from './resource-rows.repo.ts'

async function mutationContext(viewer: AdminViewer, body: object): Promise<MutationContext> {
  const password: unknown = Reflect.get(body, 'password')
  return { viewer, passwordHash: typeof password === 'string' ? await hashPassword(password) : null }
}

/** Creates a record through `once`. Throws what the owning service throws, mapped to form errors. */
export async function createRecord(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  body: BodyOf<AnyResource['create']>,
  once: Once<{ id: number }>,
): Promise<{ id: number } | StoredAnswer> {
  const context = await mutationContext(viewer, body)
  const create = (t: Ctx) =>
    tx(t, async (t) => {
      const id = await resource.create(t, body as never, context)
      await recordAudit(t, resource, context, 'create', [], await loadRows(t, resource, [id]))
      return { id }
    })
  return withFormErrors(resource, () => once(ctx, create))
}

/** Changes the fields sent. Throws as `createRecord`, `record_not_found`, and `conflict` if `version` is outdated. */
export async function updateRecord(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  id: number,
  { version, ...body }: BodyOf<AnyResource['update']>,
): Promise<void> {
  const context = await mutationContext(viewer, body)
  await withFormErrors(resource, () =>
    tx(ctx, async (t) => {
      await lock(t, resource, [id], 'update')
      const [before] = await loadRows(t, resource, [id])
      if (!before) throw new AppError(resource.notFoundError ?? 'record_not_found')
      if (version && version !== before.version) throw new AppError('conflict')
      await resource.update(t, before as never, body as never, context)
      await recordAudit(t, resource, context, 'update', [before], await loadRows(t, resource, [id]))
    }),
  )
}

/** Throws `record_not_found` and what the owning service throws. */
export async function removeRecord(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  id: number,
): Promise<void> {
  const { missing } = await removeRecords(ctx, resource, viewer, [id])
  if (missing.length > 0) throw new AppError(resource.notFoundError ?? 'record_not_found')
}

/** Deletes the records that exist and lists the others in `missing`. An error rolls back the batch it occurs in. */
export async function removeRecords(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  ids: number[],
): Promise<OutputOf<AnyResource['removeMany']>> {
  const requested = [...new Set(ids)].toSorted((a, b) => a - b)
  const existing = await listExistingIds(ctx.db, ctx.search, resource, requested)
  const context = { viewer, passwordHash: null }
  const deleted = new Set<number>()
  for (const batch of chunks(existing, resource.batchSize ?? existing.length)) {
    for (const id of await tx(ctx, (t) => removeBatch(t, resource, context, batch))) deleted.add(id)
    // SQLite calls are synchronous: lets other requests run between batches.
    await yieldToEventLoop()
  }
  return { deletedCount: deleted.size, missing: requested.filter((id) => !deleted.has(id)) }
}

async function removeBatch(
  t: Ctx,
  resource: EditableResource,
  context: MutationContext,
  ids: number[],
): Promise<number[]> {
  await lock(t, resource, ids, 'remove')
  const rows = await loadRows(t, resource, ids)
  const existing = rows.map((row) => row.id)
  if (existing.length === 0) return []
  await resource.remove(t, existing, context)
  await recordAudit(t, resource, context, 'delete', rows, [])
  return existing
}

function lock(t: Ctx, resource: EditableResource, ids: number[], before: 'update' | 'remove'): Promise<unknown> {
  return resource.lock?.(t, ids, before) ?? lockRows(t.db, t.engine, resource.table, ids)
}

/** Shows in the trail that the password changed, without its value. */
const MASKED = { password: '••••••' }

async function recordAudit(
  t: Ctx,
  resource: EditableResource,
  { viewer, passwordHash }: MutationContext,
  action: audits.Action,
  before: Row[],
  after: Row[],
): Promise<void> {
  const rows = action === 'delete' ? before : after
  const entries = rows.map((row, i) => ({
    resource: resourceName(resource),
    record_id: row.id,
    record_name: resource.recordName(row),
    before: before[i] ?? null,
    after: action === 'delete' ? null : { ...row, ...(passwordHash && MASKED) },
  }))
  await audits.recordAudits(t, viewer, action, entries)
}

/** Maps errors of the owning services to `record_duplicate` or to `invalid_input` with the form's field. */
async function withFormErrors<R>(
  { fieldOfError, conflictErrors }: EditableResource,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, field } = error
    if (conflictErrors?.includes(code)) throw new AppError('record_duplicate', { message, ...(field && { field }) })
    const formField = fieldOfError?.[code]
    if (formField) throw new AppError('invalid_input', { field: formField, message })
    throw error
  }
}

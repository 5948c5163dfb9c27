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
import { type EditableResource, type LockedFor, type MutationContext, type Row, resourceName } from './resource.ts'
import { isTrashed, loadRows } from './resource-queries.service.ts'
import { listExistingIds, lockRows } from './resource-rows.repo.ts'

/** `findAccount` is who gets the body's password, if there is one. Throws where that is easy to guess. */
async function mutationContext(
  { refusePassword }: EditableResource,
  viewer: AdminViewer,
  body: object,
  findAccount: () => Promise<object>,
): Promise<MutationContext> {
  const password: unknown = Reflect.get(body, 'password')
  if (typeof password !== 'string') return { viewer, passwordHash: null }
  refusePassword?.(password, (await findAccount()) as never)
  return { viewer, passwordHash: await hashPassword(password, `admin:${viewer.id}`) }
}

/** Creates a record through `once`. Throws what the owning service throws, mapped to form errors. */
export async function createRecord(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  body: BodyOf<AnyResource['create']>,
  once: Once<{ id: number }>,
): Promise<{ id: number } | StoredAnswer> {
  const context = await mutationContext(resource, viewer, body, async () => body)
  const create = (t: Ctx) =>
    tx(t, async (t) => {
      const id = await resource.create(t, body as never, context)
      await recordAudit(t, resource, context, 'create', [], await loadRows(t, resource, [id]))
      return { id }
    })
  return withFormErrors(resource, () => once(ctx, create))
}

type Undoing = { action: 'undo'; check(row: Row): void; verify(row: Row): void }

/**
 * Changes the fields sent; `undoing` looks at the locked row before and after. Throws as `createRecord`,
 * `record_not_found`, and `conflict` if `version` is outdated.
 */
export async function updateRecord(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  id: number,
  { version, ...body }: BodyOf<AnyResource['update']>,
  undoing?: Undoing,
): Promise<void> {
  const findRow = async (t: Ctx) => {
    const [row] = await loadRows(t, resource, [id])
    const code = resource.notFoundError ?? 'record_not_found'
    if (!row) throw new AppError(code)
    if (isTrashed(row)) throw new AppError(code, { message: '在回收站里，请先恢复再修改' })
    return row
  }
  const context = await mutationContext(resource, viewer, body, () => findRow(ctx))
  await resource.beforeUpdate?.(ctx, id, body as never, viewer)
  await withFormErrors(resource, () =>
    tx(ctx, async (t) => {
      await lock(t, resource, [id], 'update')
      const before = await findRow(t)
      if (version && version !== before.version) throw new AppError('conflict')
      undoing?.check(before)
      await resource.update(t, before as never, body as never, context)
      const after = await loadRows(t, resource, [id])
      for (const row of after) undoing?.verify(row)
      await recordAudit(t, resource, context, undoing?.action ?? 'update', [before], after)
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

/** A transaction keeps other writers waiting. */
const BATCH_SIZE = 100

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
  for (const batch of chunks(existing, resource.batchSize ?? BATCH_SIZE)) {
    const removed = await tx(ctx, (t) => removeBatch(t, resource, context, batch))
    for (const id of removed) deleted.add(id)
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
  const rows = (await loadRows(t, resource, ids)).filter((row) => !isTrashed(row))
  const existing = rows.map((row) => row.id)
  if (existing.length === 0) return []
  // What goes along is told of one: of many it would be a sum.
  const related = existing.length === 1 ? await resource.impact?.(t, existing) : undefined
  await resource.remove(t, existing, context)
  const goesAlong = related?.filter(({ count }) => count > 0).map(({ noun, count }) => `${noun} ${count}`)
  const recorded = goesAlong?.length ? rows.map((row) => ({ ...row, related: goesAlong })) : rows
  await recordAudit(t, resource, context, 'delete', recorded, [])
  return existing
}

/** Takes records out of the trash. Throws `record_not_found` and what the owner's service throws. */
export async function restoreRecords(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  { ids, ...names }: { ids: number[] },
): Promise<{ restoredCount: number; missing: number[] }> {
  const [name] = Object.entries(names).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (name && ids.length > 1) {
    throw new AppError('invalid_input', { field: name, message: '换名称恢复一次只能一项' })
  }
  const context = { viewer, passwordHash: null }
  const { done, missing } = await inTrash(ctx, resource, ids, async (t, batch) => {
    await lock(t, resource, batch, 'restore')
    const before = (await loadRows(t, resource, batch)).filter(isTrashed)
    const found = before.map((row) => row.id)
    if (found.length === 0) return []
    await withFormErrors(resource, async () => resource.restore?.(t, found, names as never, context))
    await recordAudit(t, resource, context, 'restore', before, await loadRows(t, resource, found))
    return found
  })
  return { restoredCount: done, missing }
}

/** Deletes for good what is in the trash. Throws `record_not_found` where none is in it. */
export async function purgeRecords(
  ctx: Ctx,
  resource: EditableResource,
  viewer: AdminViewer,
  ids: number[],
): Promise<{ deletedCount: number; missing: number[] }> {
  const { done, missing } = await inTrash(ctx, resource, ids, async (t, batch) => {
    await lock(t, resource, batch, 'purge')
    const rows = (await loadRows(t, resource, batch)).filter(isTrashed)
    const found = rows.map((row) => row.id)
    if (found.length === 0) return []
    await resource.purge?.(t, found)
    await recordAudit(t, resource, { viewer, passwordHash: null }, 'purge', rows, [])
    return found
  })
  return { deletedCount: done, missing }
}

/** In batches of a transaction each; `work` returns those that were in the trash. */
async function inTrash(
  ctx: Ctx,
  resource: EditableResource,
  ids: number[],
  work: (t: Ctx, batch: number[]) => Promise<number[]>,
): Promise<{ done: number; missing: number[] }> {
  const requested = [...new Set(ids)].toSorted((a, b) => a - b)
  const done = new Set<number>()
  for (const batch of chunks(requested, resource.batchSize ?? BATCH_SIZE)) {
    const moved = await tx(ctx, (t) => work(t, batch))
    for (const id of moved) done.add(id)
    await yieldToEventLoop()
  }
  if (done.size === 0) throw new AppError('record_not_found', { message: '不在回收站里：已经恢复或彻底删除了' })
  return { done: done.size, missing: requested.filter((id) => !done.has(id)) }
}

function lock(t: Ctx, resource: EditableResource, ids: number[], before: LockedFor): Promise<unknown> {
  return resource.lock?.(t, ids, before) ?? lockRows(t.db, t.engine, resource.table, ids)
}

/** Shows in the trail that something secret changed, without its value. */
const MASK = '••••••'

function masked({ secretFields = [] }: EditableResource, row: Row | undefined, before?: Row): Row | null {
  if (!row) return null
  const isNew = (name: string) => before && Reflect.get(before, name) !== Reflect.get(row, name)
  return Object.assign({}, row, ...secretFields.map((name) => ({ [name]: isNew(name) ? `${MASK}（已改）` : MASK })))
}

async function recordAudit(
  t: Ctx,
  resource: EditableResource,
  { viewer, passwordHash }: MutationContext,
  action: audits.Action,
  before: Row[],
  after: Row[],
): Promise<void> {
  const isGone = action === 'delete' || action === 'purge'
  const rows = isGone ? before : after
  const entries = rows.map((row, i) => ({
    resource: resourceName(resource),
    record_id: row.id,
    record_name: resource.recordName(row),
    before: masked(resource, before[i]),
    after: isGone ? null : { ...masked(resource, row, before[i]), ...(passwordHash && { password: MASK }) },
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

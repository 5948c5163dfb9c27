/** Every write of the back office: one transaction with the owner's service and the line of the audit trail. */
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { AnyResource } from '@shiliu/contract/admin/resource'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { hashPassword } from '#platform/passwords.ts'
import * as audits from './audits.service.ts'
import { load } from './reading.service.ts'
import { type Act, nameOf, type Resource, type Row } from './resource.ts'
import { listThere, lockRows } from './rows.repo.ts'

async function actOf(viewer: AdminViewer, body: object): Promise<Act> {
  const password: unknown = Reflect.get(body, 'password')
  return { viewer, passwordHash: typeof password === 'string' ? await hashPassword(password) : null }
}

/** Throws what the owner's service throws; what a field of the body names and is not there is that field's fault. */
export async function create(
  ctx: Ctx,
  resource: Resource,
  viewer: AdminViewer,
  body: BodyOf<AnyResource['create']>,
): Promise<{ id: number }> {
  const act = await actOf(viewer, body)
  return asForm(resource, () =>
    tx(ctx, async (t) => {
      const id = await resource.create(t, body as never, act)
      const after = await load(t, resource, [id])
      await record(t, resource, act, 'create', [], after)
      return { id }
    }),
  )
}

/** As `create`. Throws `record_not_found`; `conflict` where the row is no longer of the version that was loaded. */
export async function update(
  ctx: Ctx,
  resource: Resource,
  viewer: AdminViewer,
  id: number,
  { version, ...body }: BodyOf<AnyResource['update']>,
): Promise<void> {
  const act = await actOf(viewer, body)
  await asForm(resource, () =>
    tx(ctx, async (t) => {
      await hold(t, resource, [id], 'update')
      const [before] = await load(t, resource, [id])
      if (!before) throw new AppError(resource.missing ?? 'record_not_found')
      if (version && version !== before.version) throw new AppError('conflict')
      await resource.update(t, before as never, body as never, act)
      await record(t, resource, act, 'update', [before], await load(t, resource, [id]))
    }),
  )
}

/** Throws `record_not_found` and what the owner's service throws. */
export async function remove(ctx: Ctx, resource: Resource, viewer: AdminViewer, id: number): Promise<void> {
  const { missing } = await removeMany(ctx, resource, viewer, [id])
  if (missing.length > 0) throw new AppError(resource.missing ?? 'record_not_found')
}

/** Deletes those that are there and says which were not; what may not be deleted keeps all of its batch. */
export async function removeMany(
  ctx: Ctx,
  resource: Resource,
  viewer: AdminViewer,
  ids: number[],
): Promise<OutputOf<AnyResource['removeMany']>> {
  const chosen = [...new Set(ids)].toSorted((a, b) => a - b)
  const there = await listThere(ctx.db, ctx.search, resource, chosen)
  const act = { viewer, passwordHash: null }
  const deleted = new Set<number>()
  for (const some of chunks(there, resource.atOnce ?? there.length)) {
    for (const id of await tx(ctx, (t) => removeSome(t, resource, act, some))) deleted.add(id)
    // SQLite answers without a pause, and others wait.
    await othersFirst()
  }
  return { deletedCount: deleted.size, missing: chosen.filter((id) => !deleted.has(id)) }
}

/** Answers the ids that were there. */
async function removeSome(t: Ctx, resource: Resource, act: Act, ids: number[]): Promise<number[]> {
  await hold(t, resource, ids, 'remove')
  const rows = await load(t, resource, ids)
  const there = rows.map((row) => row.id)
  if (there.length === 0) return []
  await resource.remove(t, there, act)
  await record(t, resource, act, 'delete', rows, [])
  return there
}

function hold(t: Ctx, resource: Resource, ids: number[], before: 'update' | 'remove'): Promise<unknown> {
  return resource.hold?.(t, ids, before) ?? lockRows(t.db, t.engine, resource.table, ids)
}

/** A new password is told as such, never as what it is. */
const MASKED = { password: '••••••' }

async function record(
  t: Ctx,
  resource: Resource,
  { viewer, passwordHash }: Act,
  action: audits.Action,
  before: Row[],
  after: Row[],
): Promise<void> {
  const rows = action === 'delete' ? before : after
  const lines = rows.map((row, i) => ({
    resource: nameOf(resource),
    record_id: row.id,
    record_name: resource.nameOf(row),
    before: before[i] ?? null,
    after: action === 'delete' ? null : { ...row, ...(passwordHash && MASKED) },
  }))
  await audits.record(t, viewer, action, lines)
}

/** Tells the owners' errors as those of a form. */
async function asForm<R>({ blames, taken }: Resource, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, field } = error
    if (taken?.includes(code)) throw new AppError('record_duplicate', { message, ...(field && { field }) })
    const blamed = blames?.[code]
    if (blamed) throw new AppError('invalid_input', { field: blamed, message })
    throw error
  }
}

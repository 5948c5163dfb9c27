/** Takes back an edit from its line of the audit trail (docs/product.md#admin-audit-trail). */
import * as settingsApi from '@shiliu/contract/admin/settings'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { type AdminViewer, requireRole } from '#platform/http/session.ts'
import { type Audit, loadAudits } from './audits.service.ts'
import { isCut } from './bounded-state.ts'
import { type EditableResource, resourceName } from './resource.ts'
import { updateRecord } from './resource-mutations.service.ts'
import { EDITABLE_RESOURCES } from './resources.ts'
import { updateSettings } from './settings.service.ts'

type State = Record<string, unknown>

const refuse = (message: string) => new AppError('invalid_input', { field: 'audit_id', message })

/**
 * Gives the fields that a line says were changed their values of before, as an edit of its own. Throws
 * `record_not_found`, `conflict` where one of them was changed since, `forbidden`, `invalid_input` for lines of
 * anything else.
 */
export async function undoChange(ctx: Ctx, viewer: AdminViewer, auditId: number): Promise<void> {
  const [line] = await loadAudits(ctx, [auditId])
  if (!line) throw new AppError('record_not_found')
  const { before, after, resource } = line
  if ((line.action !== 'update' && line.action !== 'undo') || !before || !after) {
    throw refuse('这条记录不是修改，没有可以改回去的内容')
  }
  if (resource === 'settings') return undoSettings(ctx, viewer, before, after)
  const edited = EDITABLE_RESOURCES.find((one) => resourceName(one) === resource)
  if (!edited) throw refuse('这种修改不能从操作记录撤销')
  requireRole(viewer.adminRole, edited.api.update.adminRole)
  await undoEdit(ctx, viewer, edited, line)
}

async function undoSettings(ctx: Ctx, viewer: AdminViewer, before: State, after: State): Promise<void> {
  requireRole(viewer.adminRole, settingsApi.update.adminRole)
  requireWhole(before, after)
  const { data, error } = settingsApi.update.body?.safeParse({ ...before, began: after }) ?? {}
  if (Object.keys(before).length === 0) throw refuse('这次修改的内容没有记下来，不能改回去')
  if (!data) throw refuse(`之前的值现在不能用了：${error?.issues[0]?.message ?? ''}`)
  await updateSettings(ctx, viewer, data, 'undo').catch((failure: unknown) => {
    if (!(failure instanceof AppError) || failure.code !== 'conflict') throw failure
    throw changedSince('这些设置')
  })
}

const changedSince = (what: string) =>
  new AppError('conflict', { message: `${what}之后又被改过，不能撤销这一次；请看较新的操作记录` })

async function undoEdit(
  ctx: Ctx,
  viewer: AdminViewer,
  resource: EditableResource,
  { record_id, changed, before, after }: Audit,
): Promise<void> {
  const secret: readonly string[] = resource.secretFields ?? []
  const names = Object.keys(resource.api.update.body?.shape ?? {}).filter(
    (name) => changed.includes(name) && name !== 'password' && !secret.includes(name),
  )
  if (names.length === 0) throw refuse('这次修改的内容没有记下来，不能改回去')
  const [old, made] = [before, after].map((state) => pick(state ?? {}, names)) as [State, State]
  requireWhole(old, made)
  const { data, error } = resource.api.update.body?.safeParse(old) ?? {}
  if (!data) throw refuse(`之前的内容现在不能用了：${error?.issues[0]?.message ?? ''}`)
  const volatile: readonly string[] = resource.volatileFields ?? []
  const undoing = {
    action: 'undo',
    check(row: object) {
      const since = names.find(
        (name) => !volatile.includes(name) && !isSame(inputOf(Reflect.get(row, name)), made[name]),
      )
      if (since !== undefined) throw changedSince('它')
    },
    verify(row: object) {
      const other = names.find((name) => !isSame(inputOf(Reflect.get(row, name)), old[name]))
      if (other !== undefined) throw changedSince('与它有关的内容')
    },
  } as const
  await updateRecord(ctx, resource, viewer, record_id, data, undoing).catch((failure: unknown) => {
    // What the back office removes is deleted at once.
    const isGone = failure instanceof AppError && failure.code === 'image_foreign'
    if (isGone) throw refuse('这次修改去掉的图片已经彻底删除了，不能改回去')
    const isToConfirm = failure instanceof AppError && failure.field === 'confirmed'
    if (isToConfirm) throw refuse('有账号连接着，不能直接撤销；请在「校园登录」里改回去，并勾选「确认」')
    throw failure
  })
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const pick = (state: State, names: readonly string[]): State =>
  Object.fromEntries(names.map((name) => [name, inputOf(state[name])]))

/** As the form sends it: of tags the names. */
function inputOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) => (typeof item === 'object' && item !== null ? Reflect.get(item, 'name') : item))
}

function requireWhole(...states: State[]): void {
  if (states.some(isCut)) throw refuse('内容太长，操作记录里只留下了开头，不能改回去')
}

import { undoChange } from '@shiliu/contract/admin/audits'
import * as settings from '@shiliu/contract/admin/settings'
import { undoMerge } from '@shiliu/contract/admin/tag-merges'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { isEditable, type Row } from '../define-resource.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { UndoAudit } from '../moderation/ModerationPanel.tsx'
import { useMay } from '../permissions.ts'
import { resources } from '../resources.ts'
import { useTableCache } from '../table/use-rows.ts'
import { RestoreAudit } from '../trash/TrashPanel.tsx'
import classes from './AuditActions.module.css'

/** What a line of the audit trail can be taken back by (docs/product.md#admin-audit-trail). */
export function AuditActions({ row }: { row: Row }) {
  return (
    <div className={classes.actions}>
      <UndoAudit row={row} />
      <RestoreAudit row={row} />
      <UndoEdit row={row} />
    </div>
  )
}

type Undo = { endpoint: Pick<AnyEndpoint, 'adminRole'>; label: string; run: () => Promise<unknown> }

/** Null where there is nothing to take back, or by another button. */
function undoOf(row: Row): Undo | null {
  const [action, name, before, after, changed]: unknown[] = ['action', 'resource', 'before', 'after', 'changed'].map(
    (key) => Reflect.get(row, key),
  )
  if (!isObject(before) || !isObject(after) || (action !== 'update' && action !== 'undo')) return null
  const mergeId: unknown = Reflect.get(after, 'merge_id')
  if (typeof mergeId === 'number') {
    if (action === 'undo') return null
    return { endpoint: undoMerge, label: '撤销合并', run: () => call(undoMerge, { params: { id: mergeId } }) }
  }
  const endpoint = editOf(name, Array.isArray(changed) ? changed : [])
  if (!endpoint || 'undo_id' in after) return null
  return { endpoint, label: '撤销这次修改', run: () => call(undoChange, { body: { audit_id: row.id } }) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The endpoint by which one of the fields was changed. */
function editOf(name: unknown, changed: readonly unknown[]): AnyEndpoint | null {
  if (name === 'settings') return settings.update
  const resource = resources.find(({ path }) => path === name)
  if (!resource || !isEditable(resource)) return null
  return resource.fields.some((field) => field.kind !== 'password' && changed.includes(field.name))
    ? resource.api.update
    : null
}

function UndoEdit({ row }: { row: Row }) {
  const may = useMay()
  const cache = useTableCache()
  // Set at once: a double click comes before `isPending`.
  const sent = useRef(false)
  const undoing = useMutation({
    mutationFn: ({ run }: Undo) => run(),
    onSuccess() {
      toast.success('已撤销', ADMIN_TOAST_MS)
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('撤销失败', error)
      return cache.refresh()
    },
    onSettled() {
      sent.current = false
    },
  })
  const undo = undoOf(row)
  if (!undo || !may(undo.endpoint)) return null
  function start(what: Undo) {
    if (sent.current) return
    sent.current = true
    undoing.mutate(what)
  }
  return (
    <Button size="sm" variant="plain" loading={undoing.isPending} onClick={() => start(undo)}>
      {undo.label}
    </Button>
  )
}

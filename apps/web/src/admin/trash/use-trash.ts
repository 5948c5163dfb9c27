import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { isEditable, type Resource, type Row } from '../define-resource.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { restoreFocus } from '../main-element.tsx'
import { useTableCache } from '../table/use-rows.ts'

export type Trash = ReturnType<typeof useTrash>

/** The endpoints of a resource that has a trash; null for others. */
export function trashApiOf(resource: Resource) {
  if (!isEditable(resource)) return null
  const { restore, purge } = resource.api
  return restore && purge ? { restore, purge } : null
}

/** Whether the row is in the trash. */
export const isTrashed = (row: object): boolean => Reflect.get(row, 'state') === 'deleted'

type Restoration = { ids: readonly number[]; names?: Readonly<Record<string, string>> }

/** Takes rows of a resource out of the trash, or deletes them for good; `taken` is set where a name must be another. */
export function useTrash(resource: Resource, onDone?: () => void) {
  const api = trashApiOf(resource)
  const cache = useTableCache()
  const [taken, setTaken] = useState<{ id: number; message: string } | null>(null)

  const restoring = useMutation({
    mutationFn: async ({ ids, names }: Restoration) => api && call(api.restore, { body: { ids: [...ids], ...names } }),
    onSuccess(result) {
      setTaken(null)
      if (result) toast.success(`已恢复 ${result.restoredCount} 项`, ADMIN_TOAST_MS)
      onDone?.()
      return cache.invalidateAll()
    },
    onError(error, { ids: [id, ...others] }) {
      const isTaken = error instanceof ApiError && error.field !== undefined && error.status < 500
      if (isTaken && id !== undefined && others.length === 0) setTaken({ id, message: error.message })
      else toastFailure('恢复失败', error)
      return cache.refresh()
    },
    onSettled: restoreFocus,
  })

  const purging = useMutation({
    mutationFn: async (ids: readonly number[]) => api && call(api.purge, { body: { ids: [...ids] } }),
    onSuccess(result) {
      if (result) toast.success(`已彻底删除 ${result.deletedCount} 项`, ADMIN_TOAST_MS)
      onDone?.()
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('彻底删除失败', error)
      return cache.refresh()
    },
    onSettled: restoreFocus,
  })

  async function purge(ids: readonly number[]) {
    if (ids.length === 0 || purging.isPending) return
    const what =
      ids.length === 1 ? `这${resource.noun === '用户' ? '个' : '项'}${resource.noun}` : `这 ${ids.length} 项`
    const message = `${what}和属于它的内容会被彻底删除，不能恢复。`
    const sure = await confirm({ title: '彻底删除', message, type: 'warning', confirmLabel: '彻底删除' })
    if (sure) purging.mutate(ids)
  }

  return {
    restore(ids: readonly number[], names?: Restoration['names']) {
      if (ids.length > 0 && !restoring.isPending) restoring.mutate({ ids, ...(names && { names }) })
    },
    restoreRow: (row: Row) => restoring.mutate({ ids: [row.id] }),
    purge,
    purgeRow: (row: Row) => void purge([row.id]),
    busy: restoring.isPending || purging.isPending,
    taken,
    giveUp: () => setTaken(null),
  }
}

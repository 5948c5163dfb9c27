import type { AnyResource } from '@shiliu/contract/admin/resource'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { isEditable, type Resource, type Row } from '../define-resource.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { restoreFocus } from '../main-element.tsx'
import type { Trash } from '../trash/use-trash.ts'
import { DeletionQuestion } from './DeletionQuestion.tsx'
import { namesText, obstacleText, resultText, shortName } from './deletion-text.ts'
import type { TableState } from './table-state.ts'
import { useTableCache } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

/** `names` are those of the rows to delete, by id. */
type Question = { title: string; noun: string; names: ReadonlyMap<number, string>; confirmLabel: string }

/** Deletes one row or the selected rows, after a confirmation that lists the consequences. */
export function useDeletion(resource: Resource, state: TableState, selection: Selection, trash: Trash) {
  const { noun } = resource
  const api = isEditable(resource) ? resource.api : null
  const cache = useTableCache()
  const asking = useRef(false)

  /** Not part of the mutations: the pressed button stays enabled and gets the focus back from the dialog. */
  async function ask(question: Question, onError: (error: unknown) => void): Promise<boolean> {
    if (!api || asking.current) return false
    asking.current = true
    try {
      return await confirmDeletion(api, question)
    } catch (error) {
      onError(error)
      return false
    } finally {
      asking.current = false
    }
  }

  const toastError = (error: unknown) => toastFailure('删除失败', error)
  const toastBatchError = (error: unknown) => toastFailure('批量删除失败', error, '删除失败')

  /** What went into the trash can be taken back at once. */
  function tell(text: string, ids: number[]) {
    if (api?.restore && ids.length > 0) toast.undoable(text, () => trash.restore(ids))
    else toast.success(text, ADMIN_TOAST_MS)
  }

  const one = useMutation({
    mutationFn: async (row: Row) => api && call(api.remove, { params: { id: row.id } }),
    onSuccess(_, row) {
      tell('删除成功', [row.id])
      return cache.invalidateAll()
    },
    onError(error) {
      toastError(error)
      // The row may have been deleted by another administrator.
      return cache.refresh()
    },
    onSettled: restoreFocus,
  })

  const many = useMutation({
    mutationFn: async (ids: number[]) => api && call(api.removeMany, { body: { ids } }),
    onSuccess(result, ids) {
      selection.stop()
      if (result) tell(resultText(result.deletedCount, result.missing.length), without(ids, result.missing))
      return cache.invalidateAll()
    },
    async onError(error) {
      toastBatchError(error)
      // Some rows may have been deleted before the failure.
      selection.remove(await cache.invalidateAfterFailure(resource, state))
    },
    onSettled: restoreFocus,
  })

  async function deleteOne(row: Row, onDeleted?: () => void) {
    const names = new Map([[row.id, shortName(resource, row)]])
    if (await ask({ title: `删除${noun}`, noun, names, confirmLabel: '删除' }, toastError)) {
      one.mutate(row, { onSuccess: onDeleted })
    }
  }

  async function deleteSelected() {
    const { names } = selection
    const question = { title: `批量删除${noun}`, noun, names, confirmLabel: `删除 ${names.size} 项` }
    if (names.size === 0) toast.error('请选择要删除的项目', ADMIN_TOAST_MS)
    else if (await ask(question, toastBatchError)) many.mutate([...names.keys()])
  }

  return {
    deleteOne,
    deleteSelected,
    busy: many.isPending,
    deletingId: one.isPending ? one.variables.id : null,
  }
}

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id))

/** Asks whether to delete the rows; if something prevents it, says so and returns false. */
async function confirmDeletion(api: AnyResource, { title, noun, names, confirmLabel }: Question): Promise<boolean> {
  const impact = api.impact ? await call(api.impact, { body: { ids: [...names.keys()] } }) : []
  const obstacle = obstacleText(`${noun}${namesText([...names.values()])}`, impact)
  if (obstacle) {
    await confirm({ title: '暂时不能删除', message: obstacle, confirmLabel: '知道了', cancelLabel: null })
    return false
  }
  const message = <DeletionQuestion noun={noun} names={names} impact={impact} />
  return confirm({ title, message, type: 'warning', confirmLabel })
}

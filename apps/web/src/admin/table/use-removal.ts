import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import type { Resource, Row } from '../define-resource.ts'
import { failure } from '../failure.ts'
import { TOAST_MS } from '../toast-ms.ts'
import { naming } from './naming.ts'
import { useKeptPages } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

/** The focus goes with the button it was on; the page takes it, so that the keyboard does not start over. */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}

/** Deletes one row, or those chosen, once it was confirmed what goes. */
export function useRemoval(resource: Resource, selection: Selection) {
  const { api, noun } = resource
  const pages = useKeptPages()

  const one = useMutation({
    mutationFn: (row: Row) => call(api.remove, { params: { id: row.id } }),
    onSuccess: () => {
      toast.success('删除成功', TOAST_MS)
      return pages.written()
    },
    onError: (error) => {
      toast.error(failure('删除失败', error), TOAST_MS)
      return pages.refresh()
    },
    onSettled: keepFocus,
  })

  const many = useMutation({
    mutationFn: (ids: number[]) => call(api.removeMany, { body: { ids } }),
    onSuccess: ({ deletedCount }) => {
      selection.leave()
      toast.success(`已删除 ${deletedCount} 项`, TOAST_MS)
      return pages.written()
    },
    onError: (error) => toast.error(failure('批量删除失败', error, '删除失败'), TOAST_MS),
    onSettled: keepFocus,
  })

  async function removeOne(row: Row) {
    const message = `${noun}「${resource.nameOf(row)}」将被删除，删除后不能恢复。`
    if (await confirm({ title: `删除${noun}`, message, type: 'warning', confirmLabel: '删除' })) one.mutate(row)
  }

  async function removeChosen() {
    if (selection.size === 0) return toast.error('请选择要删除的项目', TOAST_MS)
    const message = `${noun}${naming(selection.names)}将被删除，删除后不能恢复。`
    const confirmLabel = `删除 ${selection.size} 项`
    const sure = await confirm({ title: `批量删除${noun}`, message, type: 'warning', confirmLabel })
    if (sure) many.mutate(selection.ids)
  }

  return {
    removeOne,
    removeChosen,
    busy: many.isPending,
    /** Id of the row that is on its way out. */
    leaving: one.isPending ? one.variables.id : null,
  }
}

import type { AnyResource } from '@shiliu/contract/admin/resource'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { isWritten, type Reading, type Row } from '../define-resource.ts'
import { tellFailure } from '../failure.ts'
import { keepFocus } from '../keep-focus.ts'
import { TOAST_MS } from '../toast-ms.ts'
import { naming, shortName } from './naming.ts'
import { RemovalQuestion } from './RemovalQuestion.tsx'
import { doneOf, obstacleOf } from './removal-words.ts'
import type { TableState } from './table-state.ts'
import { useKeptPages } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

type Question = { title: string; noun: string; names: readonly string[]; confirmLabel: string }

const tellOne = (error: unknown) => tellFailure('删除失败', error)
const tellMany = (error: unknown) => tellFailure('批量删除失败', error, '删除失败')

/** Asks whether these rows may go, with all that hangs on them; says so where something stands in their way. */
async function agree(
  api: AnyResource,
  ids: number[],
  { title, noun, names, confirmLabel }: Question,
): Promise<boolean> {
  const impact = api.impact ? await call(api.impact, { body: { ids } }) : []
  const obstacle = obstacleOf(`${noun}${naming(names)}`, impact)
  if (obstacle) {
    await confirm({ title: '暂时不能删除', message: obstacle, confirmLabel: '知道了', cancelLabel: null })
    return false
  }
  const message = <RemovalQuestion noun={noun} names={names} impact={impact} />
  return confirm({ title, message, type: 'warning', confirmLabel })
}

/** Deletes one row, or those chosen, once it was confirmed what goes. Does nothing where rows are only read. */
export function useRemoval(resource: Reading, state: TableState, selection: Selection) {
  const { noun } = resource
  const api = isWritten(resource) ? resource.api : null
  const pages = useKeptPages()
  const asking = useRef(false)

  /** Not part of the deletion: what was pressed stays as it was, so that the focus finds back to it. */
  async function ask(ids: number[], question: Question, tell: (error: unknown) => void): Promise<boolean> {
    if (!api || asking.current) return false
    asking.current = true
    try {
      return await agree(api, ids, question)
    } catch (error) {
      tell(error)
      return false
    } finally {
      asking.current = false
    }
  }

  const one = useMutation({
    mutationFn: async (row: Row) => api && call(api.remove, { params: { id: row.id } }),
    onSuccess() {
      toast.success('删除成功', TOAST_MS)
      return pages.written()
    },
    onError(error) {
      tellOne(error)
      // It may be gone already.
      return pages.refresh()
    },
    onSettled: keepFocus,
  })

  const many = useMutation({
    mutationFn: async (ids: number[]) => api && call(api.removeMany, { body: { ids } }),
    onSuccess(done) {
      selection.leave()
      if (done) toast.success(doneOf(done.deletedCount, done.missing.length), TOAST_MS)
      return pages.written()
    },
    async onError(error) {
      tellMany(error)
      // Some may have gone before it failed.
      selection.drop(await pages.perhapsWritten(resource, state))
    },
    onSettled: keepFocus,
  })

  async function removeOne(row: Row) {
    const names = [shortName(resource, row)]
    const question = { title: `删除${noun}`, noun, names, confirmLabel: '删除' }
    if (await ask([row.id], question, tellOne)) one.mutate(row)
  }

  async function removeChosen() {
    const { ids, names, size } = selection
    const question = { title: `批量删除${noun}`, noun, names, confirmLabel: `删除 ${size} 项` }
    if (size === 0) toast.error('请选择要删除的项目', TOAST_MS)
    else if (await ask(ids, question, tellMany)) many.mutate(ids)
  }

  return {
    removeOne,
    removeChosen,
    busy: many.isPending,
    /** Id of the row that is on its way out. */
    leaving: one.isPending ? one.variables.id : null,
  }
}

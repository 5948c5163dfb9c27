import { DECISION_WORDS, type DecisionName, moderate, undo } from '@shiliu/contract/admin/moderation'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'

export type Decision = { action: DecisionName; ids: readonly number[] }

export type Moderation = ReturnType<typeof useModeration>

/** Decides about notes or comments, and takes decisions back; tables and details are fetched again after either. */
export function useModeration(targetType: 1 | 2, onDone?: () => void) {
  const cache = useTableCache()
  // Set at once: a double click comes before `isPending`.
  const sent = useRef(false)
  const free = () => {
    sent.current = false
  }
  const deciding = useMutation({
    mutationFn: ({ action, ids, reason }: Decision & { reason: string }) =>
      call(moderate, { body: { target_type: targetType, ids: [...ids], action, reason } }),
    onSuccess({ changed, undo_id }, { action }) {
      toast.undoable(`已${DECISION_WORDS[action]} ${changed} 项`, () => undoing.mutate(undo_id))
      onDone?.()
      return cache.invalidateAll()
    },
    onError(error, { action }) {
      toastFailure(`${DECISION_WORDS[action]}失败`, error)
      return cache.refresh()
    },
  })
  const undoing = useMutation({
    mutationFn: (undoId: number) => call(undo, { body: { undo_id: undoId } }),
    onSuccess({ changed, skipped, job_id }) {
      if (job_id !== null) {
        toast.success('正在后台撤销', ADMIN_TOAST_MS)
        return cache.refresh()
      }
      const rest = skipped > 0 ? `，${skipped} 项之后又被改动，没有撤销` : ''
      toast.success(`已撤销 ${changed} 项${rest}`, ADMIN_TOAST_MS)
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('撤销失败', error)
      return cache.refresh()
    },
  })
  return {
    decide(decision: Decision & { reason: string }, close: () => void) {
      if (sent.current) return
      sent.current = true
      deciding.mutate(decision, { onSuccess: close, onSettled: free })
    },
    undo(undoId: number) {
      if (sent.current) return
      sent.current = true
      undoing.mutate(undoId, { onSettled: free })
    },
    busy: deciding.isPending,
    undoing: undoing.isPending ? undoing.variables : null,
  }
}

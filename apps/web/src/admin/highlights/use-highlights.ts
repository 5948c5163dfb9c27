import { HIGHLIGHT_WORDS, highlight } from '@shiliu/contract/admin/highlights'
import { undo } from '@shiliu/contract/admin/moderation'
import type { BodyIn } from '@shiliu/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'

export type Highlight = Omit<BodyIn<typeof highlight>, 'ids'> & { ids: readonly number[] }
export type Highlights = ReturnType<typeof useHighlights>

/** Pins and features notes, and takes that back by the message. */
export function useHighlights(onDone?: () => void) {
  const cache = useTableCache()
  // Set at once: a double click comes before `isPending`.
  const sent = useRef(false)
  const free = () => {
    sent.current = false
  }
  const changing = useMutation({
    mutationFn: ({ ids, ...rest }: Highlight) => call(highlight, { body: { ids: [...ids], ...rest } }),
    onSuccess({ changed, undo_id }, { action }) {
      toast.undoable(`已${HIGHLIGHT_WORDS[action]} ${changed} 篇`, () => undoing.mutate(undo_id))
      onDone?.()
      return cache.invalidateAll()
    },
    onError(error, { action }) {
      toastFailure(`${HIGHLIGHT_WORDS[action]}失败`, error)
      return cache.refresh()
    },
  })
  const undoing = useMutation({
    mutationFn: (undoId: number) => call(undo, { body: { undo_id: undoId } }),
    onSuccess() {
      toast.success('已撤销', ADMIN_TOAST_MS)
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('撤销失败', error)
      return cache.refresh()
    },
  })
  return {
    change(choice: Highlight, onSuccess?: () => void) {
      if (sent.current) return
      sent.current = true
      changing.mutate(choice, { ...(onSuccess && { onSuccess }), onSettled: free })
    },
    busy: changing.isPending,
  }
}

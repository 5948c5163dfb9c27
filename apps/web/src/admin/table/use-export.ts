import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { download, saveFile } from '#api/download.ts'
import { toast } from '#ui/toast.ts'
import { type Reading, titleOf } from '../define-resource.ts'
import { tellFailure } from '../failure.ts'
import { TOAST_MS } from '../toast-ms.ts'
import type { TableState } from './table-state.ts'

export type Progress = { rows: number; total: number | null }

/** Saves all rows that the filters leave, in the table's order, as a CSV file; they are counted as they come. */
export function useExport(resource: Reading, { filters, sort }: Pick<TableState, 'filters' | 'sort'>) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const run = useMutation({
    mutationFn: (signal: AbortSignal) =>
      download(resource.api.export, {
        query: { ...filters, sortField: sort?.field, sortOrder: sort?.order },
        signal,
        onProgress: (rows, total) => setProgress({ rows, total }),
      }),
    onSuccess(file) {
      saveFile(file, `${titleOf(resource)} ${new Date().toLocaleDateString('sv')}.csv`)
      toast.success('导出完成', TOAST_MS)
    },
    onError(error, signal) {
      if (!signal.aborted) tellFailure('导出失败', error)
    },
    onSettled: () => setProgress(null),
  })

  return {
    /** null while nothing is exported. */
    progress,
    start() {
      if (run.isPending) return
      stop.current = new AbortController()
      setProgress({ rows: 0, total: null })
      run.mutate(stop.current.signal)
    },
    cancel: () => stop.current?.abort(),
  }
}

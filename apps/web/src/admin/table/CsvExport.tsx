import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { download, saveFile } from '#api/download.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type Resource, titleOf } from '../define-resource.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { RestoreFocus } from '../main-element.tsx'
import classes from './CsvExport.module.css'
import type { TableState } from './table-state.ts'

type Progress = { rows: number; total: number | null }

/** Saves all filtered rows as a CSV file, in the table's order. */
export function useCsvExport(resource: Resource, { filters, sort }: Pick<TableState, 'filters' | 'sort'>) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useMutation({
    mutationFn: (signal: AbortSignal) =>
      download(resource.api.export, {
        query: { ...filters, sortField: sort?.field, sortOrder: sort?.order },
        signal,
        onProgress: (rows, total) => setProgress({ rows, total }),
      }),
    onSuccess(file) {
      saveFile(file, `${titleOf(resource)} ${new Date().toLocaleDateString('sv')}.csv`)
      toast.success('导出完成', ADMIN_TOAST_MS)
    },
    onError(error, signal) {
      if (!signal.aborted) toastFailure('导出失败', error)
    },
    onSettled: () => setProgress(null),
  })

  return {
    /** null while no export runs. */
    progress,
    start() {
      if (run.isPending) return
      abort.current = new AbortController()
      setProgress({ rows: 0, total: null })
      run.mutate(abort.current.signal)
    },
    cancel: () => abort.current?.abort(),
  }
}

type ProgressProps = { progress: Progress; onCancel: () => void }

export function ExportProgress({ progress: { rows, total }, onCancel }: ProgressProps) {
  return (
    <RestoreFocus>
      <div className={classes.progress}>
        <label className={classes.label}>
          <span className={classes.count}>{total === null ? '正在准备导出…' : `正在导出 ${rows} / ${total} 条`}</span>
          <progress className={classes.bar} max={total ?? 1} value={total === null ? undefined : rows} />
        </label>
        <button type="button" className={classes.cancel} onClick={onCancel}>
          取消导出
        </button>
      </div>
    </RestoreFocus>
  )
}

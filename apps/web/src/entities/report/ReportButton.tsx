import { useViewer } from '#api/session.ts'
import classes from './ReportButton.module.css'
import { openReport, type ReportTarget } from './report-dialog.ts'

type Props = ReportTarget & {
  /** Whose it is: nobody reports themself. */
  ownerId: number
  /** For screen readers, where several stand on a page. */
  label?: string
  className?: string | undefined
}

/** 举报, small beside what it is about; nothing at one's own things. */
export function ReportButton({ kind, id, ownerId, label, className = classes.report }: Props) {
  if (useViewer()?.id === ownerId) return null
  return (
    <button type="button" className={className} aria-label={label} onClick={() => openReport({ kind, id })}>
      举报
    </button>
  )
}

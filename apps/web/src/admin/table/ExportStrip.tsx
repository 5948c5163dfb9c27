import { useEffect } from 'react'
import { keepFocus } from '../keep-focus.ts'
import classes from './ExportStrip.module.css'
import type { Progress } from './use-export.ts'

type Props = { progress: Progress; onCancel: () => void }

/** How far an export has come, and the way out of it. */
export function ExportStrip({ progress: { rows, total }, onCancel }: Props) {
  useEffect(() => keepFocus, [])
  return (
    <div className={classes.strip}>
      <label className={classes.label}>
        <span className={classes.words}>{total === null ? '正在准备导出…' : `正在导出 ${rows} / ${total} 条`}</span>
        <progress className={classes.bar} max={total ?? 1} value={total === null ? undefined : rows} />
      </label>
      <button type="button" className={classes.cancel} onClick={onCancel}>
        取消导出
      </button>
    </div>
  )
}

import { IconAlertCircle } from '@tabler/icons-react'
import { messageOf } from '#api/error.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button } from '#ui/form/Button.tsx'
import classes from './LoadState.module.css'

/** An error above rows from an earlier request. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <span>
        {messageOf(error, '加载失败')}
        <span className={classes.hint}>，下面是之前的内容</span>
      </span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        重新加载
      </button>
    </div>
  )
}

/** Covers the table while rows load; appears after 200 ms, so that fast responses do not flicker. */
export function LoadingOverlay({ dim }: { dim: boolean }) {
  return (
    <div className={classes.overlay} role="status" data-dim={dim || undefined}>
      <span className={classes.loading}>
        <span className={classes.spinner} aria-hidden />
        加载中...
      </span>
    </div>
  )
}

type NoRowsProps = {
  noun: string
  filtered: boolean
  /** Of the trash, without another filter. */
  trashed: boolean
  onClear: () => void
  /** null where nothing can be made. */
  onCreate: (() => void) | null
}

export function NoRows({ noun, filtered, trashed, onClear, onCreate }: NoRowsProps) {
  if (filtered) {
    const action = (
      <Button variant="plain" onClick={onClear}>
        清空条件
      </Button>
    )
    if (trashed) return <EmptyState title={`回收站里没有${noun}`} action={action} />
    return <EmptyState title={`没有符合条件的${noun}`} hint="换个条件试试" action={action} />
  }
  const action = onCreate && (
    <Button variant="plain" onClick={onCreate}>
      新增{noun}
    </Button>
  )
  return <EmptyState title={`还没有${noun}`} action={action} />
}

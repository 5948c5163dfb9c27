import { IconAlertCircle } from '@tabler/icons-react'
import { messageOf } from '#api/error.ts'
import classes from './LoadFailure.module.css'

type Props = { error: unknown; onRetry: () => void }

/** Newer rows could not be had; those below are from before. */
export function LoadFailure({ error, onRetry }: Props) {
  return (
    <div className={classes.strip} role="alert">
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

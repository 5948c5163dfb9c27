import { formatCount } from './format-count.ts'
import classes from './RollingCount.module.css'
import { useBefore } from './use-before.ts'

/** A count that rolls up or down to its new value. */
export function RollingCount({ value, compact = false }: { value: number; compact?: boolean }) {
  const before = useBefore(value)
  const text = formatCount(value, compact)
  const rolls = before !== null && formatCount(before, compact) !== text
  return (
    <span className={classes.window} title={text === String(value) ? undefined : String(value)}>
      <span key={text} className={classes.digits} data-roll={rolls ? (value > before ? 'up' : 'down') : undefined}>
        {text}
      </span>
    </span>
  )
}

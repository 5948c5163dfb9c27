import classes from './CountText.module.css'
import { formatCount } from './format-count.ts'

/** A count in short form; the exact one is in its tooltip. */
export function CountText({ value, compact = false }: { value: number; compact?: boolean }) {
  const text = formatCount(value, compact)
  return (
    <span className={classes.count} title={text === String(value) ? undefined : String(value)}>
      {text}
    </span>
  )
}

import { usePrevious } from '#ui/state/use-previous.ts'
import classes from './Count.module.css'

const THOUSAND = 1000
const TEN_THOUSAND = 10_000

/** One decimal, rounded down: 9999 is not 10.0k yet. */
function oneDecimal(value: number): string {
  return (Math.floor(value * 10) / 10).toFixed(1)
}

/** 999, 3.4万; with `compact`, as on cards, also 1.2k (docs/product.md#counts-and-times). */
export function formatCount(count: number, compact = false): string {
  if (count >= TEN_THOUSAND) return `${oneDecimal(count / TEN_THOUSAND)}万`
  if (compact && count >= THOUSAND) return `${oneDecimal(count / THOUSAND)}k`
  return String(count)
}

type Props = { value: number; compact?: boolean }

export function CountText({ value, compact = false }: Props) {
  const text = formatCount(value, compact)
  return (
    <span className={classes.count} title={text === String(value) ? undefined : String(value)}>
      {text}
    </span>
  )
}

export function RollingCount({ value, compact = false }: Props) {
  const previous = usePrevious(value)
  const text = formatCount(value, compact)
  const rolls = previous !== null && formatCount(previous, compact) !== text
  return (
    <span className={classes.window} title={text === String(value) ? undefined : String(value)}>
      <span key={text} className={classes.digits} data-roll={rolls ? (value > previous ? 'up' : 'down') : undefined}>
        {text}
      </span>
    </span>
  )
}

import { COUNT_STEPS } from './constants.ts'

/** Always one decimal, cut rather than rounded: 9999 is not yet 10.0k. */
function oneDecimal(value: number): string {
  return (Math.floor(value * 10) / 10).toFixed(1)
}

/** 999, 3.4万; `compact`, as on cards, also 1.2k from a thousand on (spec section 9). */
export function formatCount(count: number, compact = false): string {
  if (count >= COUNT_STEPS.tenThousand) return `${oneDecimal(count / COUNT_STEPS.tenThousand)}万`
  if (compact && count >= COUNT_STEPS.thousand) return `${oneDecimal(count / COUNT_STEPS.thousand)}k`
  return String(count)
}

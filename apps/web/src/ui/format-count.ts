/** One decimal, cut rather than rounded (9999 is not yet 10k), without a trailing .0. */
function oneDecimal(value: number): string {
  return String(Math.floor(value * 10) / 10)
}

/** 999, 3.4万; `compact`, as on cards, also 1.2k from a thousand on (spec section 9). */
export function formatCount(count: number, compact = false): string {
  if (count >= 10_000) return `${oneDecimal(count / 10_000)}万`
  if (compact && count >= 1000) return `${oneDecimal(count / 1000)}k`
  return String(count)
}

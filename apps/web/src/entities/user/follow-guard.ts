/** A follow button is deaf for this long after it was heard (spec section 9 «Debounces»). */
const DEAF_MS = 2000

/** Tells whether a press counts; each person has a button of their own. */
export function createFollowGuard(now: () => number = Date.now) {
  const last = new Map<string, number>()
  return (userId: string): boolean => {
    const time = now()
    if (time - (last.get(userId) ?? Number.NEGATIVE_INFINITY) < DEAF_MS) return false
    last.set(userId, time)
    return true
  }
}

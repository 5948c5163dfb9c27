import { FOLLOW_PAUSE_MS } from '#ui/constants.ts'

/** Tells whether a press counts; each person has a button of their own. */
export function createFollowGuard(now: () => number = Date.now) {
  const last = new Map<string, number>()
  return (userId: string): boolean => {
    const time = now()
    if (time - (last.get(userId) ?? Number.NEGATIVE_INFINITY) < FOLLOW_PAUSE_MS) return false
    last.set(userId, time)
    return true
  }
}

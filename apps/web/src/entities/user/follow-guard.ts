import { FOLLOW_PAUSE_MS } from '#ui/constants.ts'

/**
 * Tells whether a press counts: not soon after the last one, nor while the server has not answered that, which a second
 * one would overtake. Each person has a button of their own.
 */
export function createFollowGuard(now: () => number = Date.now) {
  const last = new Map<string, number>()
  const unanswered = new Set<string>()
  return {
    press(userId: string): boolean {
      const time = now()
      const soon = time - (last.get(userId) ?? Number.NEGATIVE_INFINITY) < FOLLOW_PAUSE_MS
      if (soon || unanswered.has(userId)) return false
      last.set(userId, time)
      unanswered.add(userId)
      return true
    },
    answered(userId: string) {
      unanswered.delete(userId)
    },
  }
}

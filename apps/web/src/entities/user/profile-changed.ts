import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { STATS_REFRESH_MS } from '#ui/constants.ts'

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Asks for a person's numbers again a moment after a like, collection or follow moved them (spec section 4); once, where
 * several came in that moment.
 */
export function profileChanged(client: QueryClient, userId: string) {
  clearTimeout(waiting.get(userId))
  const refresh = () => {
    waiting.delete(userId)
    void client.invalidateQueries({ queryKey: keys.userStats(userId) })
  }
  waiting.set(userId, setTimeout(refresh, STATS_REFRESH_MS))
}

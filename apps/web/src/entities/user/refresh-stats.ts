import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'

const REFRESH_MS = 500

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Refetches a person's counts 500 ms after the last of several likes, collections or follows. */
export function refreshUserStats(userId: string) {
  clearTimeout(timers.get(userId))
  const refresh = () => {
    timers.delete(userId)
    void queryClient.invalidateQueries({ queryKey: keys.userStats(userId) })
  }
  timers.set(userId, setTimeout(refresh, REFRESH_MS))
}

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#api/keys.ts'
import { refreshUserStats } from './profile-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('refetches the counts of a person 500 ms after the last of several events', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const fetches = { a: 0, b: 0 }
  for (const userId of ['a', 'b'] as const) {
    new QueryObserver(client, { queryKey: keys.userStats(userId), queryFn: () => ++fetches[userId] }).subscribe(
      () => {},
    )
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual({ a: 1, b: 1 })

  refreshUserStats(client, 'a')
  await vi.advanceTimersByTimeAsync(300)
  refreshUserStats(client, 'a')
  await vi.advanceTimersByTimeAsync(499)
  expect(fetches).toEqual({ a: 1, b: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(fetches).toEqual({ a: 2, b: 1 })
  client.clear()
})

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { refreshUserStats } from './refresh-stats.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('refetches the counts of a person 500 ms after the last of several events', async () => {
  const fetches = { a: 0, b: 0 }
  for (const userId of ['a', 'b'] as const) {
    const queryFn = () => ++fetches[userId]
    new QueryObserver(queryClient, { queryKey: keys.userStats(userId), queryFn }).subscribe(() => {})
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toEqual({ a: 1, b: 1 })

  refreshUserStats('a')
  await vi.advanceTimersByTimeAsync(300)
  refreshUserStats('a')
  await vi.advanceTimersByTimeAsync(499)
  expect(fetches).toEqual({ a: 1, b: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(fetches).toEqual({ a: 2, b: 1 })
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#api/keys.ts'
import { profileChanged } from './profile-changed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a person’s numbers are asked for again 500 ms after the last of several events', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const asked = { a: 0, b: 0 }
  for (const userId of ['a', 'b'] as const) {
    new QueryObserver(client, { queryKey: keys.userStats(userId), queryFn: () => ++asked[userId] }).subscribe(() => {})
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual({ a: 1, b: 1 })

  profileChanged(client, 'a')
  await vi.advanceTimersByTimeAsync(300)
  profileChanged(client, 'a')
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toEqual({ a: 1, b: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual({ a: 2, b: 1 })
  client.clear()
})

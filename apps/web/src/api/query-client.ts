import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'
import { replayOptimisticUpdates } from './optimistic-updates.ts'

function isTemporary(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, fail at once instead of pausing; reconnecting refetches.
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: (attempt) => 600 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  replayOptimisticUpdates(client)
  return client
}

export const queryClient = createQueryClient()

import { QueryClient } from '@tanstack/react-query'
import { keepChanges } from './cached-changes.ts'
import { ApiError } from './error.ts'

/** No answer and server faults may pass; what the server refused on purpose will be refused again. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network the failure is shown at once; reconnecting refetches.
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => 600 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  keepChanges(client)
  return client
}

export const queryClient = createQueryClient()

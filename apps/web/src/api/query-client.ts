import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'
import { onRecovery } from './network.ts'

function isTemporary(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network, fail at once instead of pausing.
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isTemporary(error),
      retryDelay: (attempt) => 600 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Asks again for what is shown as failed: a list that stands, for its next page. */
onRecovery(() => {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const { status, error } = query.state
    if (status !== 'error' || !error || !isTemporary(error)) continue
    const [observer] = query.observers
    const more = observer instanceof InfiniteQueryObserver && observer.getCurrentResult().isFetchNextPageError
    // The query keeps the failure, which its components show.
    void (more ? observer.fetchNextPage() : query.fetch()).catch(() => {})
  }
})

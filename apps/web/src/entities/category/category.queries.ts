import * as categories from '@shiliu/contract/categories'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'

const all = queryOptions({
  queryKey: keys.categories,
  queryFn: ({ signal }) => call(categories.list, { signal }),
  staleTime: 5 * 60_000,
})

export const prefetchCategories = () => queryClient.prefetchQuery(all)

/** All categories. `failed` stays true during a retry, so that the message does not disappear and come back. */
export function useCategories() {
  const [retrying, setRetrying] = useState(false)
  const { data, isPending, isError, refetch } = useQuery(all)
  return {
    data,
    settled: !isPending,
    failed: !data && (isError || retrying),
    retrying,
    retry() {
      setRetrying(true)
      void refetch().finally(() => setRetrying(false))
    },
  }
}

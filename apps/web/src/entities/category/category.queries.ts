import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** All categories. `failed` stays true during a retry, so that the message does not disappear and come back. */
export function useCategories() {
  const [retrying, setRetrying] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  return {
    data,
    failed: !data && (isError || retrying),
    retrying,
    retry() {
      setRetrying(true)
      void refetch().finally(() => setRetrying(false))
    },
  }
}

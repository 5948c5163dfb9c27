import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** All categories to choose from. A failure stays said while they are asked for once more, so that nothing jumps. */
export function useCategories() {
  const [again, setAgain] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
  })
  return {
    data,
    failed: !data && (isError || again),
    retrying: again,
    retry() {
      setAgain(true)
      void refetch().finally(() => setAgain(false))
    },
  }
}

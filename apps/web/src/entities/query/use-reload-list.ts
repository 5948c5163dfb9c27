import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '#ui/toast.ts'
import { messageOf } from './error.ts'
import { trimLists } from './trim-lists.ts'

/** Asks for an infinite list's first page again; what was shown of that page stays until the answer is there. */
export function useReloadList() {
  const client = useQueryClient()
  return useCallback(
    (queryKey: QueryKey) => {
      trimLists(client, { queryKey, exact: true })
      client
        .invalidateQueries({ queryKey, exact: true, refetchType: 'active' }, { throwOnError: true })
        // Where nothing is shown, the page itself says that it failed.
        .catch((error) => client.getQueryData(queryKey) && toast.error(messageOf(error, '刷新失败，请重试')))
    },
    [client],
  )
}

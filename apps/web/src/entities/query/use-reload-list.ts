import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from '#api/error.ts'
import { trimLists } from '#api/invalidate.ts'
import { toast } from '#ui/feedback/toast.ts'

/** Refetches an infinite list's first page and drops the others; the page stays visible until the response arrives. */
export function useReloadList() {
  const client = useQueryClient()
  return useCallback(
    (queryKey: QueryKey) => {
      trimLists(client, { queryKey, exact: true })
      client
        .invalidateQueries({ queryKey, exact: true, refetchType: 'active' }, { throwOnError: true })
        // Without data the page itself shows the failure.
        .catch((error) => client.getQueryData(queryKey) && toast.error(messageOf(error, '刷新失败，请重试')))
    },
    [client],
  )
}

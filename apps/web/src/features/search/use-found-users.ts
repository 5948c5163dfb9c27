import { PAGE } from '@shiliu/contract/limits'
import * as search from '@shiliu/contract/search'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { watchChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { nextPage } from '#api/paging.ts'
import { useReloadList } from '#api/use-reload-list.ts'
import { rememberRelations, uniqueUsers } from '#entities/user/user-pages.ts'
import type { Asked } from './asked.ts'
import { NO_PAGES } from './found-notes.ts'

/** The users that are found, asked for anew whenever the tab is opened (spec section 4). A tag is a keyword here. */
export function useFoundUsers({ keyword, tag }: Asked) {
  const client = useQueryClient()
  const asked = useMemo(() => (keyword ? { keyword } : { tag }), [keyword, tag])
  const query = useInfiniteQuery({
    queryKey: keys.searchUsers(asked),
    queryFn: async ({ pageParam, signal }) => {
      const changed = watchChanges(client)
      const answer = await call(search.search, {
        query: { type: 'users', page: pageParam, limit: PAGE.limit, ...asked },
        signal,
      })
      const { data: users, pagination } = answer.users ?? { data: [], pagination: NO_PAGES }
      rememberRelations(client, changed, users)
      return { users, pagination }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  const reload = useReloadList()
  return {
    query,
    users: useMemo(() => uniqueUsers(data?.pages.map((page) => page.users)), [data]),
    reload: useCallback(() => reload(keys.searchUsers(asked)), [reload, asked]),
  }
}

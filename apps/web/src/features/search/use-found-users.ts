import type { UserCard } from '@shiliu/contract/common'
import { PAGE } from '@shiliu/contract/limits'
import * as search from '@shiliu/contract/search'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useReloadList } from '#api/use-reload-list.ts'
import type { Asked } from './asked.ts'
import { NO_PAGES } from './found-notes.ts'

/** The users that are found, asked for anew whenever the tab is opened (spec section 4). A tag is a keyword here. */
export function useFoundUsers({ keyword, tag }: Asked) {
  const client = useQueryClient()
  const asked = useMemo(() => (keyword ? { keyword } : { tag }), [keyword, tag])
  const query = useInfiniteQuery({
    queryKey: keys.searchUsers(asked),
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(search.search, {
        query: { type: 'users', page: pageParam, limit: PAGE.limit, ...asked },
        signal,
      })
      const { data: users, pagination } = answer.users ?? { data: [], pagination: NO_PAGES }
      // The follow buttons know relations from elsewhere too; these are the latest.
      for (const { user_id, isFollowing, isMutual, buttonType } of users) {
        client.setQueryData(keys.followStatus(user_id), { isFollowing, isMutual, buttonType })
      }
      return { users, pagination }
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  const reload = useReloadList()
  return {
    query,
    users: useMemo(() => uniqueUsers(data?.pages.flatMap((page) => page.users) ?? []), [data]),
    reload: useCallback(() => reload(keys.searchUsers(asked)), [reload, asked]),
  }
}

/** Each once: whoever gains followers meanwhile moves to another page. */
function uniqueUsers(users: UserCard[]): UserCard[] {
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

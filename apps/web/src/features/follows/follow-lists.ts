import type { Pagination, UserCard } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { PAGE } from '@shiliu/contract/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { watchChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { nextPage } from '#api/paging.ts'
import type { FollowTab } from '#app/paths.ts'
import { rememberRelations, uniqueUsers } from '#entities/user/user-pages.ts'

type Page = { users: UserCard[]; pagination: Pagination }

async function fetchPage(tab: FollowTab, id: string, page: number, signal: AbortSignal): Promise<Page> {
  const request = { params: { id }, query: { page, limit: PAGE.limit }, signal }
  if (tab === 'mutual') {
    const { mutualFollows: users, pagination } = await call(follows.mutual, request)
    return { users, pagination }
  }
  if (tab === 'following') {
    const { following: users, pagination } = await call(follows.following, request)
    return { users, pagination }
  }
  const { followers: users, pagination } = await call(follows.followers, request)
  return { users, pagination }
}

/** One list of people around a user, page by page. */
export function useFollowList(tab: FollowTab, userId: string) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keys.follows(userId, tab),
    queryFn: async ({ pageParam, signal }) => {
      const changed = watchChanges(client)
      const page = await fetchPage(tab, userId, pageParam, signal)
      rememberRelations(client, changed, page.users)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
  const { data } = query
  return {
    query,
    users: useMemo(() => uniqueUsers(data?.pages.map((page) => page.users)), [data]),
  }
}

import type { Pagination, UserCard } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { PAGE } from '@shiliu/contract/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { trackUpdates } from '#api/optimistic-updates.ts'
import { nextPage } from '#api/paging.ts'
import type { FollowTab } from '#app/paths.ts'
import { cacheRelations, uniqueUsers } from '#entities/user/user-lists.ts'

export const FOLLOW_TABS: readonly { key: FollowTab; label: string; hint: string }[] = [
  { key: 'mutual', label: '互相关注', hint: '和你互相关注的同学会在这里' },
  { key: 'following', label: '关注', hint: '关注感兴趣的同学，在这里找到 TA 们' },
  { key: 'followers', label: '粉丝', hint: '发布笔记，让更多同学认识你' },
]

export function findFollowTab(type: string | undefined) {
  return FOLLOW_TABS.find(({ key }) => key === type) ?? null
}

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

export function useFollowList(tab: FollowTab, userId: string) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keys.follows(userId, tab),
    queryFn: async ({ pageParam, signal }) => {
      const changed = trackUpdates(client)
      const page = await fetchPage(tab, userId, pageParam, signal)
      cacheRelations(client, changed, page.users)
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

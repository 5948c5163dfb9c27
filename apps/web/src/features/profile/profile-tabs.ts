import * as collections from '@shiliu/contract/collections'
import type { Pagination } from '@shiliu/contract/common'
import * as likes from '@shiliu/contract/likes'
import { PAGE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { feedOptions, uniquePosts } from '#entities/post/feed.ts'

/** Liked notes are visible to their owner only. */
const PROFILE_TABS = [
  { key: 'posts', label: '笔记' },
  { key: 'collections', label: '收藏' },
  { key: 'likes', label: '点赞', ownOnly: true },
] as const

export type ProfileTab = (typeof PROFILE_TABS)[number]['key']

export function tabsFor(own: boolean) {
  return PROFILE_TABS.filter((tab) => own || !('ownOnly' in tab))
}

export function tabOf(name: string | null, own: boolean): ProfileTab {
  return tabsFor(own).find(({ key }) => key === name)?.key ?? 'posts'
}

export function emptyText(tab: ProfileTab, own: boolean): { title: string; hint: string } {
  if (tab === 'posts') {
    return own
      ? { title: '还没有发布笔记', hint: '分享校园里的第一个瞬间吧' }
      : { title: 'TA 还没有发布笔记', hint: '过些时候再来看看' }
  }
  if (tab === 'collections') {
    return own
      ? { title: '还没有收藏笔记', hint: '遇到喜欢的笔记，收藏起来慢慢看' }
      : { title: 'TA 还没有收藏笔记', hint: '过些时候再来看看' }
  }
  return { title: '还没有点赞笔记', hint: '给打动你的笔记点个赞' }
}

/** A list older than this is fetched again when its tab is opened. */
const STALE_MS = 30_000

const keyOf: Record<ProfileTab, (userId: string) => readonly unknown[]> = {
  posts: (userId) => keys.postsOfUser(userId),
  collections: keys.collectionsOfUser,
  likes: keys.likesOfUser,
}

type Page = { posts: Post[]; pagination: Pagination }

async function fetchPage(tab: ProfileTab, id: string, page: number, signal: AbortSignal): Promise<Page> {
  const request = { params: { id }, query: { page, limit: PAGE.limit }, signal }
  if (tab === 'posts') return call(users.posts, request)
  if (tab === 'likes') return call(likes.listOfUser, request)
  const { collections: posts, ...rest } = await call(collections.listOfUser, request)
  return { posts, ...rest }
}

export function useProfileFeed(tab: ProfileTab, userId: string) {
  const query = useInfiniteQuery({
    ...feedOptions,
    staleTime: STALE_MS,
    queryKey: keyOf[tab](userId),
    queryFn: ({ pageParam, signal }) => fetchPage(tab, userId, pageParam, signal),
  })
  const { data } = query
  return { query, posts: useMemo(() => uniquePosts(data?.pages.map((page) => page.posts)), [data]) }
}

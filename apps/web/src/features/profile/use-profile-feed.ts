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
import { feedOptions } from '#entities/post/feed-options.ts'
import { uniquePosts } from '#entities/post/unique-posts.ts'
import type { ProfileTab } from './profile-tabs.ts'

/** Notes that are older than this are asked for again when the list is opened. */
const FRESH_MS = 30_000

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

/** One list of a profile, page by page. */
export function useProfileFeed(tab: ProfileTab, userId: string) {
  const query = useInfiniteQuery({
    ...feedOptions,
    staleTime: FRESH_MS,
    queryKey: keyOf[tab](userId),
    queryFn: ({ pageParam, signal }) => fetchPage(tab, userId, pageParam, signal),
  })
  const { data } = query
  return { query, posts: useMemo(() => uniquePosts(data?.pages.map((page) => page.posts)), [data]) }
}

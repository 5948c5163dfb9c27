import { PAGE } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import type { PostPage } from '@shiliu/contract/posts'
import type { Cover } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'

const FRESH_MS = 60_000

const coversOf = ({ posts }: PostPage): Cover[] =>
  posts.map(({ id, title, pictures }) => ({ id, title, picture: coverOf(pictures) ?? null }))

/** What the card of a person shows, kept for a while: the pointer often comes back. */
export function useUserCard(userId: string) {
  const params = { id: userId }
  const profile = useQuery({
    queryKey: keys.user(userId),
    queryFn: ({ signal }) => call(users.get, { params, signal }),
    staleTime: FRESH_MS,
  })
  const stats = useQuery({
    queryKey: keys.userStats(userId),
    queryFn: ({ signal }) => call(users.getStats, { params, signal }),
    staleTime: FRESH_MS,
  })
  const posts = useQuery({
    queryKey: keys.hoverPosts(userId),
    queryFn: ({ signal }) => call(users.posts, { params, query: { page: 1, limit: PAGE.hoverCard }, signal }),
    select: coversOf,
    staleTime: FRESH_MS,
  })
  const { error } = profile
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: spec section 8 wants a failed card told there, and nowhere louder
    if (error) console.info('获取用户信息失败', error)
  }, [error])
  return {
    profile: profile.data,
    failed: profile.isError && !profile.data,
    stats: stats.data,
    covers: posts.data,
    coversFailed: posts.isError,
  }
}

import type { Post } from '@shiliu/contract/posts'
import { nextPage } from '#api/paging.ts'
import { createEmitter } from '#ui/state/store.ts'

/** Options of their queries. A list stays as it was until it is refetched explicitly. */
export const feedOptions = {
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 10 * 60_000,
} as const

/** The pages as one list. A note that is on two pages, since new notes moved it, is listed once. */
export function uniquePosts(pages: readonly (readonly Post[])[] | undefined): Post[] {
  const seen = new Set<number>()
  return (pages ?? []).flat().filter((post) => !seen.has(post.id) && seen.add(post.id))
}

/** Sent by the navigation when 发现 is chosen on the explore page itself: the feed reloads. */
export const feedRefresh = createEmitter()

/** What makes cached posts and lists of posts stale. */
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'

export const postTags = {
  /** A post's own fields and counters. */
  post: (id: number) => `post:${id}`,
  /** Whether the post is public. */
  published: (id: number) => `post:${id}:published`,
  all: 'posts',
  byHotScore: 'posts:hot',
  inCategory: (id: number) => `posts:category:${id}`,
  ofUser: (id: number) => `posts:user:${id}`,
}

type Listed = { user_id: number; category_id: number | null; is_private?: number | undefined }

/**
 * Call it when a field or counter of these posts changed, and with `listed` when posts were published, moved, taken
 * from view or deleted: the states before and after, whose lists change.
 */
export function postsChanged(t: Ctx, ids: readonly number[], listed: readonly Listed[] = []): void {
  const published = listed.filter((state) => !state.is_private)
  invalidate(t, [
    ...ids.map(postTags.post),
    ...(published.length > 0 ? [postTags.all, ...ids.map(postTags.published)] : []),
    ...published.map(({ user_id }) => postTags.ofUser(user_id)),
    ...published.flatMap(({ category_id }) => (category_id === null ? [] : postTags.inCategory(category_id))),
  ])
}

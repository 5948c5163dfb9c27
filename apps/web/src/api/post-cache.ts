import type { Post } from '@shiliu/contract/posts'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { type UpdateOptions, updateCached } from './optimistic-updates.ts'

const DEPTH_MAX = 6

function isPost(value: object): value is Post {
  return 'author_account' in value && 'pictures' in value && 'id' in value
}

/** Maps the notes in cached data; null removes one. Unchanged parts keep their identity, so they do not render. */
export function mapPosts(data: unknown, map: (post: Post) => Post | null, depth = 0): unknown {
  if (typeof data !== 'object' || data === null || depth > DEPTH_MAX) return data
  if (Array.isArray(data)) {
    const next = data.map((item) => mapPosts(item, map, depth + 1)).filter((item) => item !== null)
    return next.length === data.length && next.every((item, index) => item === data[index]) ? data : next
  }
  if (isPost(data)) return map(data)
  let next: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(data)) {
    const mapped = mapPosts(value, map, depth + 1)
    if (mapped === value) continue
    next ??= { ...data }
    next[key] = mapped
  }
  return next ?? data
}

export function patchPost(
  client: QueryClient,
  id: number,
  patch: Partial<Post> | ((post: Post) => Partial<Post>),
  options?: UpdateOptions,
) {
  const cached = client.getQueryData<Post>(keys.post(id)) ?? findPost(client, id)
  if (typeof patch === 'function' && !cached) return
  // Values, not increments: a replay on a response that contains the increment must not repeat it.
  const fields = typeof patch === 'function' ? cached && patch(cached) : patch
  const update = (post: Post) => (post.id === id ? { ...post, ...fields } : post)
  updateCached(client, [keys.posts, keys.post(id)], (data) => mapPosts(data, update), options)
}

/** Removes a deleted note from every list, and its detail unless that is shown: the page reports the deletion itself. */
export function removePost(client: QueryClient, id: number) {
  updateCached(client, [keys.posts], (data) => mapPosts(data, (post) => (post.id === id ? null : post)))
  client.removeQueries({ queryKey: keys.post(id), type: 'inactive' })
}

/** The note from any cached list. Lists contain whole notes, so a detail can be shown before it is requested. */
export function findPost(client: QueryClient, id: number): Post | undefined {
  let found: Post | undefined
  for (const [, data] of client.getQueriesData({ queryKey: keys.posts })) {
    mapPosts(data, (post) => {
      if (post.id === id) found = post
      return post
    })
    if (found) return found
  }
  return undefined
}

/** One note stands in many cached lists and in its detail; what changes about it changes in all of them at once. */
import type { Post } from '@shiliu/contract/posts'
import type { QueryClient } from '@tanstack/react-query'
import { type ChangeOptions, changeCached } from './cached-changes.ts'
import { keys } from './keys.ts'

const DEPTH_MAX = 6

function isPost(value: object): value is Post {
  return 'author_account' in value && 'pictures' in value && 'id' in value
}

/**
 * Walks cached data of any list shape (pages, collections, search results) and replaces its notes; null takes one out.
 * What holds nothing to change stays the same object, so that nothing else renders.
 */
export function mapPosts(data: unknown, change: (post: Post) => Post | null, depth = 0): unknown {
  if (typeof data !== 'object' || data === null || depth > DEPTH_MAX) return data
  if (Array.isArray(data)) {
    const next = data.map((item) => mapPosts(item, change, depth + 1)).filter((item) => item !== null)
    return next.length === data.length && next.every((item, index) => item === data[index]) ? data : next
  }
  if (isPost(data)) return change(data)
  let next: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(data)) {
    const mapped = mapPosts(value, change, depth + 1)
    if (mapped === value) continue
    next ??= { ...data }
    next[key] = mapped
  }
  return next ?? data
}

/** Merges fields into the note wherever it is cached; a function makes them of the note as it is shown. */
export function patchPost(
  client: QueryClient,
  id: number,
  patch: Partial<Post> | ((post: Post) => Partial<Post>),
  options?: ChangeOptions,
) {
  const shown = client.getQueryData<Post>(keys.post(id)) ?? findPost(client, id)
  if (typeof patch === 'function' && !shown) return
  // Fields, not steps: an answer may have the step already.
  const fields = typeof patch === 'function' ? shown && patch(shown) : patch
  const change = (post: Post) => (post.id === id ? { ...post, ...fields } : post)
  changeCached(client, [keys.posts, keys.post(id)], (data) => mapPosts(data, change), options)
}

/** Takes a note that is gone out of every list; its own entry goes too, unless it is looked at and tells so itself. */
export function forgetPost(client: QueryClient, id: number) {
  changeCached(client, [keys.posts], (data) => mapPosts(data, (post) => (post.id === id ? null : post)))
  client.removeQueries({ queryKey: keys.post(id), type: 'inactive' })
}

/** The note as some list knows it: lists hold whole notes, so a detail can be shown before it is asked for. */
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

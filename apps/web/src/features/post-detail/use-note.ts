import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { takeInitialData } from '#api/initial-data.ts'
import { keys } from '#api/keys.ts'
import { trackUpdates } from '#api/optimistic-updates.ts'
import { findPost, patchPost } from '#api/post-cache.ts'
import { addressOf } from '#api/send.ts'
import { userSession } from '#api/session.ts'

/** A browser counts one view of a note in this time. */
const VIEW_SECONDS = 3600

const cookieName = (id: number) => `post_viewed_${id}`

/** Whether `cookies`, in the format of document.cookie, contain a view of the note less than an hour old. */
export function viewedWithinHour(id: number, cookies: string, now: number): boolean {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=')
    if (name === cookieName(id)) return now - Number(value) < VIEW_SECONDS * 1000
  }
  return false
}

export function viewCookie(id: number, now: number): string {
  return `${cookieName(id)}=${now}; path=/; max-age=${VIEW_SECONDS}; SameSite=Lax`
}

/** The note embedded in a guest's page. It does not count as a view, so the note is fetched anyway. */
function embeddedPost(id: number): Post | undefined {
  if (userSession.get()) return undefined
  const { path } = posts.get
  return takeInitialData(addressOf({ path, params: { id }, query: { skipViewCount: true } })) as Post | undefined
}

/**
 * A note, at first as the list it was opened from has it. Fetching it counts a view, at most one an hour, and updates
 * the note in all cached lists. See docs/product.md#view-counting.
 */
export function useNote(id: number | null) {
  const client = useQueryClient()
  return useQuery({
    queryKey: keys.post(id ?? 0),
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      if (id === null) throw new TypeError('cannot fetch a note without an id')
      const changed = trackUpdates(client)
      const viewed = viewedWithinHour(id, document.cookie, Date.now())
      const response = await call(posts.get, { params: { id }, query: { skipViewCount: viewed || undefined }, signal })
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and on plain http
      if (!viewed) document.cookie = viewCookie(id, Date.now())
      // Reapplies likes made during the request.
      const post = changed(keys.post(id))(response)
      patchPost(client, id, post)
      return post
    },
    initialData: () => (id === null ? undefined : (findPost(client, id) ?? embeddedPost(id))),
    initialDataUpdatedAt: 0,
  })
}

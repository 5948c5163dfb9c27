import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { watchChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { takeFirstAnswer } from '#api/first-screen.ts'
import { keys } from '#api/keys.ts'
import { findPost, patchPost } from '#api/post-cache.ts'
import { addressOf } from '#api/send.ts'
import { userSession } from '#api/session.ts'
import { viewCookie, viewedWithinHour } from './view-once.ts'

/** What a guest's page brought along (it counts no view, so the note is asked for all the same). */
function firstAnswer(id: number): Post | undefined {
  if (userSession.get()) return undefined
  const { path } = posts.get
  return takeFirstAnswer(addressOf({ path, params: { id }, query: { skipViewCount: true } })) as Post | undefined
}

/**
 * A note: at once as the list it was opened from knows it, then as it is now; lists take over its counts. Asking counts
 * as a view unless the browser viewed it within the hour.
 */
export function useNote(id: number | null) {
  const client = useQueryClient()
  return useQuery({
    queryKey: keys.post(id ?? 0),
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      if (id === null) throw new TypeError('a note without an id is not asked for')
      const changed = watchChanges(client)
      const seen = viewedWithinHour(id, document.cookie, Date.now())
      const answer = await call(posts.get, { params: { id }, query: { skipViewCount: seen || undefined }, signal })
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and on plain http
      if (!seen) document.cookie = viewCookie(id, Date.now())
      // A like of meanwhile it does not know.
      const post = changed(keys.post(id))(answer)
      patchPost(client, id, post)
      return post
    },
    initialData: () => (id === null ? undefined : (findPost(client, id) ?? firstAnswer(id))),
    initialDataUpdatedAt: 0,
  })
}

import type { Profile } from '@shiliu/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { updateCached } from '#api/optimistic-updates.ts'
import { mapPosts } from '#api/post-cache.ts'
import { toViewer, userSession } from '#api/session.ts'

const REFRESH_MS = 500

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Refetches a person's counts 500 ms after the last of several likes, collections or follows. */
export function refreshUserStats(client: QueryClient, userId: string) {
  clearTimeout(timers.get(userId))
  const refresh = () => {
    timers.delete(userId)
    void client.invalidateQueries({ queryKey: keys.userStats(userId) })
  }
  timers.set(userId, setTimeout(refresh, REFRESH_MS))
}

/** Puts the viewer's saved profile into the session, the profile page and the author lines of notes and comments. */
export function cacheOwnProfile(client: QueryClient, profile: Profile) {
  const { user_id, nickname, avatar } = profile
  userSession.update(toViewer(profile) ?? {})
  client.setQueryData(keys.user(user_id), profile)
  updateCached(client, [keys.posts, keys.anyPost], (data: unknown) =>
    mapPosts(data, (post) => (post.author_account === user_id ? { ...post, nickname, user_avatar: avatar } : post)),
  )
  for (const queryKey of [keys.anyComments, keys.anyUsers]) void client.invalidateQueries({ queryKey })
}

import type { Profile } from '@shiliu/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { changeCached } from '#api/cached-changes.ts'
import { keys } from '#api/keys.ts'
import { mapPosts } from '#api/post-cache.ts'
import { toViewer, userSession } from '#api/session.ts'

/** Puts one's changed profile wherever one is shown: in the session, on the profile, on one's notes and comments. */
export function ownProfileChanged(client: QueryClient, profile: Profile) {
  const { user_id, nickname, avatar } = profile
  userSession.update(toViewer(profile) ?? {})
  client.setQueryData(keys.user(user_id), profile)
  changeCached(client, [keys.posts, keys.anyPost], (data: unknown) =>
    mapPosts(data, (post) => (post.author_account === user_id ? { ...post, nickname, user_avatar: avatar } : post)),
  )
  for (const queryKey of [keys.anyComments, keys.anyUsers]) void client.invalidateQueries({ queryKey })
}

import type { Relation, UserCard } from '@shiliu/contract/common'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import type { trackUpdates } from '#api/optimistic-updates.ts'

/** Puts a list's relations into the cache of the follow buttons. `changed` replays follows made since the request. */
export function cacheRelations(
  client: QueryClient,
  changed: ReturnType<typeof trackUpdates>,
  users: readonly ({ user_id: string } & Relation)[],
) {
  for (const { user_id, isFollowing, isMutual, buttonType } of users) {
    const key = keys.followStatus(user_id)
    client.setQueryData<Relation>(key, changed(key)({ isFollowing, isMutual, buttonType }))
  }
}

/** The pages as one list. A person who is on two pages, since the list moved, is listed once. */
export function uniqueUsers<U extends UserCard>(pages: readonly (readonly U[])[] | undefined): U[] {
  return [...new Map(pages?.flat().map((user) => [user.id, user])).values()]
}

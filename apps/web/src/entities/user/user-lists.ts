/** What lists of people, page by page, have in common. */
import type { Relation, UserCard } from '@shiliu/contract/common'
import type { QueryClient } from '@tanstack/react-query'
import type { watchChanges } from '#api/cached-changes.ts'
import { keys } from '#api/keys.ts'

/**
 * The follow buttons know relations from elsewhere too; these are the latest, but for who was followed since they were
 * asked for: `changed` watches from then.
 */
export function rememberRelations(
  client: QueryClient,
  changed: ReturnType<typeof watchChanges>,
  users: readonly ({ user_id: string } & Relation)[],
) {
  for (const { user_id, isFollowing, isMutual, buttonType } of users) {
    const key = keys.followStatus(user_id)
    client.setQueryData<Relation>(key, changed(key)({ isFollowing, isMutual, buttonType }))
  }
}

/** Each once: whoever comes to stand elsewhere meanwhile is on two pages. */
export function uniqueUsers<U extends UserCard>(pages: readonly (readonly U[])[] | undefined): U[] {
  return [...new Map(pages?.flat().map((user) => [user.id, user])).values()]
}

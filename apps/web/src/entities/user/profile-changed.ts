import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'

const AFTER_MS = 500

/** Asks for a person's numbers again a moment after a like, collection or follow moved them (spec section 4). */
export function profileChanged(client: QueryClient, userId: string) {
  setTimeout(() => client.invalidateQueries({ queryKey: keys.userStats(userId) }), AFTER_MS)
}

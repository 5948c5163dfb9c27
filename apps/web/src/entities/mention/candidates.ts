/** Whom one may mention, as a list offers them (spec section 2 «mention picker»). */
import type { UserCard } from '@shiliu/contract/common'

/** A person in such a list (spec section 3 «User in mention lists»). */
export type Candidate = Pick<UserCard, 'id' | 'user_id' | 'nickname' | 'avatar'>

/** As many as are asked for at once (spec section 7). */
export const CANDIDATES_MAX = 50

/** What a mention's markup cannot hold in a name is left out; a name of nothing else gives way to the id. */
export function mentionedOf({ user_id, nickname }: Candidate) {
  return { userId: user_id, nickname: nickname.replace(/[[\]:<>\n]/g, '').trim() || user_id }
}

/** Those one follows whom `keyword` names, then others that were found; oneself not, and nobody twice. */
export function candidates<P extends Candidate>(
  following: readonly P[],
  found: readonly P[],
  keyword: string,
  viewerId: number | null,
): P[] {
  const wanted = keyword.trim().toLowerCase()
  const named = following.filter((person) =>
    [person.nickname, person.user_id].some((name) => name.toLowerCase().includes(wanted)),
  )
  const each = new Map([...named, ...found].map((person) => [person.id, person]))
  return [...each.values()].filter(({ id }) => id !== viewerId)
}

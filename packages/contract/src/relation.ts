/** How two users stand to each other, as a plain function: the server answers it, the browser foresees it (spec section 4). */
import type { Relation } from './common.ts'

/** What the viewer's follow button shows for a user, from who follows whom. */
export function relationOf(follows: boolean, followedBack: boolean): Relation {
  const isMutual = follows && followedBack
  const buttonType = isMutual ? 'mutual' : follows ? 'unfollow' : followedBack ? 'back' : 'follow'
  return { isFollowing: follows, isMutual, buttonType }
}

/** The viewer looking at their own account: nothing to press. */
export const SELF: Relation = { isFollowing: false, isMutual: false, buttonType: 'self' }

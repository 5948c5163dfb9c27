/** How two accounts follow each other. */
import type { Relation } from './common.ts'

/** Computed by the server, and predicted by the browser after a click (docs/product.md#following). */
export function relationOf(follows: boolean, followedBack: boolean): Relation {
  const isMutual = follows && followedBack
  const buttonType = isMutual ? 'mutual' : follows ? 'unfollow' : followedBack ? 'back' : 'follow'
  return { isFollowing: follows, isMutual, buttonType }
}

/** The viewer's relation to their own account, which has no follow button. */
export const SELF: Relation = { isFollowing: false, isMutual: false, buttonType: 'self' }

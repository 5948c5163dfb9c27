/** The relation between two users. The server answers it, the browser predicts it (docs/product.md#following). */
import type { Relation } from './common.ts'

/** The relation and the state of the viewer's follow button, from who follows whom. */
export function relationOf(follows: boolean, followedBack: boolean): Relation {
  const isMutual = follows && followedBack
  const buttonType = isMutual ? 'mutual' : follows ? 'unfollow' : followedBack ? 'back' : 'follow'
  return { isFollowing: follows, isMutual, buttonType }
}

/** The viewer's relation to their own account, which has no button. */
export const SELF: Relation = { isFollowing: false, isMutual: false, buttonType: 'self' }

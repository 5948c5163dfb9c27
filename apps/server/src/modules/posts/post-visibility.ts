/** Who sees a post: what its author chose, what moderation decided, and whether all of its author is hidden. */
import type { PostRow } from './posts.repo.ts'

type Deciding = Pick<PostRow, 'is_draft' | 'state' | 'author_hidden'>

/** The stored `is_private`, from the columns that it follows from. */
export function isPrivate({ is_draft, state, author_hidden }: Deciding): 0 | 1 {
  return is_draft === 0 && state === 'visible' && author_hidden === 0 ? 0 : 1
}

/** `deleted` ones are shown to nobody, not even to their author. */
export function isShownTo(post: Pick<PostRow, 'is_private' | 'state' | 'user_id'>, viewerId: number | null): boolean {
  return post.is_private === 0 || (post.user_id === viewerId && post.state !== 'deleted')
}

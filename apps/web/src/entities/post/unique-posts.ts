import type { Post } from '@shiliu/contract/posts'

/** Pages as one list, each note once: what is published meanwhile pushes notes from one page to the next. */
export function uniquePosts(pages: readonly (readonly Post[])[] | undefined): Post[] {
  const seen = new Set<number>()
  return (pages ?? []).flat().filter((post) => !seen.has(post.id) && seen.add(post.id))
}

import type { Post } from '@shiliu/contract/posts'

/** What a note is put forward as, in words. Whether it is pinned depends on the list. */
export const marksOf = ({ is_featured }: Pick<Post, 'is_featured'>, isPinned: unknown): string[] => [
  ...(isPinned ? ['置顶'] : []),
  ...(is_featured ? ['精选'] : []),
]

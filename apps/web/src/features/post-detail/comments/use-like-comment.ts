import type { Comment } from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { commentLikes } from '#entities/comment/comment-likes.ts'
import { showToggleError } from '#entities/post/toggle-outcome.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { patchComment, type Threads } from './comment-cache.ts'
import { removeCommentFromCache, updateThreads } from './use-comments.ts'

const isDeleted = (error: unknown) => error instanceof ApiError && error.error === 'comment_not_found'

export function useLikeComment() {
  const client = useQueryClient()
  return useCallback(
    ({ id, post_id, liked, like_count }: Comment) => {
      if (!requireLogin()) return
      commentLikes.flip(
        id,
        { on: liked, count: like_count },
        {
          show({ on, count }, settled) {
            const change = (data: Threads) => patchComment(data, id, { liked: on, like_count: count })
            updateThreads(client, post_id, change, { name: `like comment ${id}`, open: !settled })
          },
          // Its notification shows the like, too.
          done: () => void client.invalidateQueries({ queryKey: keys.notifications('comments') }),
          failed(error) {
            // A deleted note is found out by refetching it, see showToggleError.
            if (isDeleted(error)) removeCommentFromCache(client, post_id, id, 1)
            showToggleError(client, post_id, error)
          },
        },
      )
    },
    [client],
  )
}

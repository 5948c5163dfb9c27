import type { Comment } from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { commentLikes } from '#entities/comment/comment-likes.ts'
import { toggleFailed } from '#entities/post/toggle-failed.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { patchComment, type Threads } from './comment-cache.ts'
import { changeThreads, forgetComment } from './use-comments.ts'

const isGone = (error: unknown) => error instanceof ApiError && error.error === 'comment_not_found'

/** Likes a comment or takes it back, at once. */
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
            changeThreads(client, post_id, change, { name: `like comment ${id}`, open: !settled })
          },
          // The notification of it tells the same.
          done: () => void client.invalidateQueries({ queryKey: keys.notifications('comments') }),
          failed(error) {
            // Without its note it went too: where that is open it is asked for again, which finds that out.
            if (isGone(error)) forgetComment(client, post_id, id, 1)
            toggleFailed(client, post_id, error)
          },
        },
      )
    },
    [client],
  )
}

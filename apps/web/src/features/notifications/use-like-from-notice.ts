import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { commentLikes } from '#entities/comment/comment-likes.ts'
import { showToggleError } from '#entities/post/toggle-outcome.ts'
import { type NoticePage, type ReplyableNotice, TOAST_MS } from './notice.ts'
import { updateNotices } from './notice-cache.ts'
import { setCommentLike } from './notice-changes.ts'

export function useLikeFromNotice() {
  const client = useQueryClient()
  return useCallback(
    ({ comment_id: id, target_id: postId, comment_is_liked, comment_like_count }: ReplyableNotice) => {
      commentLikes.flip(
        id,
        { on: comment_is_liked === 1, count: comment_like_count },
        {
          show(state, settled) {
            const change = (page: NoticePage) => setCommentLike(page, id, state)
            updateNotices(client, ['comments'], change, { name: `like comment ${id}`, open: !settled })
          },
          done: () => void client.invalidateQueries({ queryKey: keys.commentsOfPost(postId) }),
          failed(error) {
            showToggleError(client, postId, error, TOAST_MS)
            // Refetching the list shows what was deleted.
            if (error instanceof ApiError && error.status === 404) {
              void client.invalidateQueries({ queryKey: keys.notifications('comments') })
            }
          },
        },
      )
    },
    [client],
  )
}

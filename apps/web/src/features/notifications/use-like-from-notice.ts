import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { commentLikes } from '#entities/comment/comment-likes.ts'
import { toggleFailed } from '#entities/post/toggle-failed.ts'
import { NOTICES } from '#ui/constants.ts'
import type { AnswerableNotice, NoticePage } from './notice.ts'
import { changeNotices } from './notice-cache.ts'
import { likedInNotices } from './notice-changes.ts'

/** Likes the comment that a notification tells of, or takes it back, at once. */
export function useLikeFromNotice() {
  const client = useQueryClient()
  return useCallback(
    ({ comment_id: id, target_id: postId, comment_is_liked, comment_like_count }: AnswerableNotice) => {
      commentLikes.flip(
        id,
        { on: comment_is_liked === 1, count: comment_like_count },
        {
          show(state, settled) {
            const change = (page: NoticePage) => likedInNotices(page, id, state)
            changeNotices(client, ['comments'], change, { name: `like comment ${id}`, open: !settled })
          },
          done: () => void client.invalidateQueries({ queryKey: keys.commentsOfPost(postId) }),
          failed(error) {
            toggleFailed(client, postId, error, NOTICES.toastMs)
            // The list tells what of it is gone.
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

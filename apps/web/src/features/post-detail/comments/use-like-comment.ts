import type { Comment } from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { createToggles } from '#entities/post/serial-toggle.ts'
import { toggleFailed } from '#entities/post/toggle-failed.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { patchComment } from './comment-cache.ts'
import { changeThreads } from './use-comments.ts'

const toggles = createToggles(async (id, on) => {
  const body = { target_type: TARGET.comment, target_id: id }
  const { liked, likeCount } = await call(on ? likes.create : likes.remove, { body })
  return { on: liked, count: likeCount }
})

/** Likes a comment or takes it back, at once. */
export function useLikeComment() {
  const client = useQueryClient()
  return useCallback(
    ({ id, post_id, liked, like_count }: Comment) => {
      if (!requireLogin()) return
      toggles.flip(
        id,
        { on: liked, count: like_count },
        {
          show: ({ on, count }) =>
            changeThreads(client, post_id, (data) => patchComment(data, id, { liked: on, like_count: count })),
          failed: toggleFailed,
        },
      )
    },
    [client],
  )
}

import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { patchPost } from '#api/post-cache.ts'
import { userSession } from '#api/session.ts'
import { refreshUserStats } from '#entities/user/profile-cache.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { createToggles } from './serial-toggle.ts'
import { markListStale, showToggleError } from './toggle-outcome.ts'

const toggles = createToggles(async (id, on) => {
  const body = { target_type: TARGET.post, target_id: id }
  const { liked, likeCount } = await call(on ? likes.create : likes.remove, { body })
  return { on: liked, count: likeCount }
})

/** Likes or unlikes a note, shown at once wherever the note is (docs/product.md#likes-and-collections). */
export function useToggleLike({ announce = false } = {}) {
  const client = useQueryClient()
  return useCallback(
    (post: Post) => {
      if (!requireLogin()) return
      toggles.flip(
        post.id,
        { on: post.liked, count: post.like_count },
        {
          show: ({ on, count }, settled) =>
            patchPost(client, post.id, { liked: on, like_count: count }, { name: `like ${post.id}`, open: !settled }),
          done(on) {
            if (announce) toast.success(on ? '点赞成功' : '取消点赞成功')
            const viewer = userSession.get()?.info
            if (viewer) markListStale(client, keys.likesOfUser(viewer.user_id), post.id, on)
            refreshUserStats(client, post.author_account)
          },
          failed: (error) => showToggleError(client, post.id, error),
        },
      )
    },
    [client, announce],
  )
}

import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { patchPost } from '#api/post-cache.ts'
import { userSession } from '#api/session.ts'
import { profileChanged } from '#entities/user/profile-changed.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/toast.ts'
import { listedElsewhere } from './listed-elsewhere.ts'
import { createToggles } from './serial-toggle.ts'
import { toggleFailed } from './toggle-failed.ts'

const toggles = createToggles(async (id, on) => {
  const body = { target_type: TARGET.post, target_id: id }
  const { liked, likeCount } = await call(on ? likes.create : likes.remove, { body })
  return { on: liked, count: likeCount }
})

/** Likes a note or takes it back, at once wherever it is shown (spec section 4 «Likes and collects»). */
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
            if (viewer) listedElsewhere(client, keys.likesOfUser(viewer.user_id), post.id, on)
            profileChanged(client, post.author_account)
          },
          failed: (error) => toggleFailed(client, post.id, error),
        },
      )
    },
    [client, announce],
  )
}

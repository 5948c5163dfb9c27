import * as collections from '@shiliu/contract/collections'
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
  const { collected, collectCount } = await call(on ? collections.create : collections.remove, { params: { id } })
  return { on: collected, count: collectCount }
})

/** Collects or uncollects a note, shown at once wherever the note is (docs/product.md#likes-and-collections). */
export function useToggleCollect() {
  const client = useQueryClient()
  return useCallback(
    (post: Post) => {
      if (!requireLogin()) return
      toggles.flip(
        post.id,
        { on: post.collected, count: post.collect_count },
        {
          show: ({ on, count }, settled) => {
            const name = `collect ${post.id}`
            patchPost(client, post.id, { collected: on, collect_count: count }, { name, open: !settled })
          },
          done(on) {
            toast.success(on ? '收藏成功' : '取消收藏成功')
            const viewer = userSession.get()?.info
            if (viewer) markListStale(client, keys.collectionsOfUser(viewer.user_id), post.id, on)
            refreshUserStats(client, post.author_account)
          },
          failed: (error) => showToggleError(client, post.id, error),
        },
      )
    },
    [client],
  )
}

import type { Relation } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { relationOf } from '@shiliu/contract/relation'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { userSession } from '#api/session.ts'
import { toast } from '#ui/toast.ts'
import { createFollowGuard } from './follow-guard.ts'
import { profileChanged } from './profile-changed.ts'
import { requireLogin } from './require-login.ts'

const guard = createFollowGuard()

/** Follows a person or stops, shown at once and taken back on failure (spec section 4 «Follow button»). */
export function useToggleFollow() {
  const client = useQueryClient()
  return useCallback(
    async (userId: string, before: Relation) => {
      if (!requireLogin()) return
      if (!guard(userId)) {
        toast.info('操作太快了，稍等一下')
        return
      }
      const key = keys.followStatus(userId)
      const follow = !before.isFollowing
      const followedBack = before.buttonType === 'back' || before.buttonType === 'mutual'
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, relationOf(follow, followedBack))
      try {
        client.setQueryData(key, await call(follow ? follows.create : follows.remove, { params: { id: userId } }))
        toast.success(follow ? '关注成功' : '取消关注成功')
        profileChanged(client, userId)
        const viewer = userSession.get()?.info
        if (viewer) profileChanged(client, viewer.user_id)
      } catch (error) {
        client.setQueryData(key, before)
        if (error instanceof ApiError && error.status === 401) return
        toast.error(messageOf(error, '操作失败，请重试'))
      }
    },
    [client],
  )
}

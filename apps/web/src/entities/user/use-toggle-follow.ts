import type { Relation } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { relationOf } from '@shiliu/contract/relation'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { changeCached } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { tookOut } from '#api/paging.ts'
import { userSession } from '#api/session.ts'
import { toast } from '#ui/toast.ts'
import { createFollowGuard } from './follow-guard.ts'
import { profileChanged } from './profile-changed.ts'
import { openAuth, requireLogin } from './require-login.ts'

const guard = createFollowGuard()

/** Puts a relation where the follow buttons read it; `settled`, once the server knows. */
export function showRelation(client: QueryClient, userId: string, relation: Relation, settled: boolean) {
  const key = keys.followStatus(userId)
  client.setQueryData(key, relation)
  changeCached(client, [key], () => relation, { name: `follow ${userId}`, open: !settled })
}

/**
 * Follows a person or stops, shown at once and taken back on failure (spec section 4 «Follow button»). Its messages stay
 * for `toastMs` where that differs from elsewhere.
 */
export function useToggleFollow(toastMs?: number) {
  const client = useQueryClient()
  return useCallback(
    async (userId: string, before: Relation) => {
      if (!requireLogin()) return
      if (!guard.press(userId)) {
        toast.info('操作太快了，稍等一下', toastMs)
        return
      }
      const follow = !before.isFollowing
      const followedBack = before.buttonType === 'back' || before.buttonType === 'mutual'
      try {
        await client.cancelQueries({ queryKey: keys.followStatus(userId) })
        showRelation(client, userId, relationOf(follow, followedBack), false)
        const relation = await call(follow ? follows.create : follows.remove, { params: { id: userId } })
        showRelation(client, userId, relation, true)
        toast.success(follow ? '关注成功' : '取消关注成功', toastMs)
        // Lists of people stay as they are looked at, and are asked for again when next opened.
        void client.invalidateQueries({ queryKey: keys.allFollows, refetchType: 'none' })
        profileChanged(client, userId)
        const viewer = userSession.get()?.info
        if (!viewer) return
        profileChanged(client, viewer.user_id)
        if (!follow)
          tookOut(client, [keys.follows(viewer.user_id, 'following'), keys.follows(viewer.user_id, 'mutual')], userId)
      } catch (error) {
        showRelation(client, userId, before, true)
        if (error instanceof ApiError && error.status === 401) openAuth('login')
        else toast.error(messageOf(error, '操作失败，请重试'), toastMs)
      } finally {
        guard.answered(userId)
      }
    },
    [client, toastMs],
  )
}

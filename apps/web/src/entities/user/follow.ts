import type { Relation } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { relationOf } from '@shiliu/contract/relation'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { updateCached } from '#api/optimistic-updates.ts'
import { recordRemoval } from '#api/paging.ts'
import { userSession, useViewer } from '#api/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { refreshUserStats } from './profile-cache.ts'
import { openAuth, requireLogin } from './require-login.ts'

const NO_RELATION: Relation = { isFollowing: false, isMutual: false, buttonType: 'follow' }

/** Fetched unless `known` from a list; null while loading. Guests and viewers whose request failed have none. */
export function useRelation(userId: string, known?: Relation): Relation | null {
  const viewer = useViewer()
  const enabled = viewer !== null && viewer.user_id !== userId && !known
  const { data, isPending } = useQuery<Relation>({
    queryKey: keys.followStatus(userId),
    queryFn: ({ signal }) => call(follows.status, { params: { id: userId }, signal }),
    enabled,
    initialData: known,
    staleTime: 60_000,
  })
  return data ?? (enabled && isPending ? null : NO_RELATION)
}

/** Puts a relation into the cache that the follow buttons read; `settled` once the server has answered. */
export function cacheRelation(client: QueryClient, userId: string, relation: Relation, settled: boolean) {
  const key = keys.followStatus(userId)
  client.setQueryData(key, relation)
  updateCached(client, [key], () => relation, { name: `follow ${userId}`, open: !settled })
}

const guard = createFollowGuard()

/** Follows or unfollows a person, optimistically (docs/product.md#following). `toastMs` is how long its toasts stay. */
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
        cacheRelation(client, userId, relationOf(follow, followedBack), false)
        const relation = await call(follow ? follows.create : follows.remove, { params: { id: userId } })
        cacheRelation(client, userId, relation, true)
        toast.success(follow ? '关注成功' : '取消关注成功', toastMs)
        // Visible lists of people keep their entries; they are refetched when they are opened again.
        void client.invalidateQueries({ queryKey: keys.allFollows, refetchType: 'none' })
        refreshUserStats(client, userId)
        const viewer = userSession.get()?.info
        if (!viewer) return
        refreshUserStats(client, viewer.user_id)
        if (!follow)
          recordRemoval(
            client,
            [keys.follows(viewer.user_id, 'following'), keys.follows(viewer.user_id, 'mutual')],
            userId,
          )
      } catch (error) {
        cacheRelation(client, userId, before, true)
        if (error instanceof ApiError && error.status === 401) openAuth('login')
        else toast.error(messageOf(error, '操作失败，请重试'), toastMs)
      } finally {
        guard.answered(userId)
      }
    },
    [client, toastMs],
  )
}

const FOLLOW_PAUSE_MS = 2000

/** Allows a press per person only 2 s after the previous one and after the server has answered it. */
export function createFollowGuard(now: () => number = Date.now) {
  const last = new Map<string, number>()
  const unanswered = new Set<string>()
  return {
    press(userId: string): boolean {
      const time = now()
      const soon = time - (last.get(userId) ?? Number.NEGATIVE_INFINITY) < FOLLOW_PAUSE_MS
      if (soon || unanswered.has(userId)) return false
      last.set(userId, time)
      unanswered.add(userId)
      return true
    },
    answered(userId: string) {
      unanswered.delete(userId)
    },
  }
}

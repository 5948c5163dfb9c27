/** Every query of people, and every change that a person makes to one: following, and the own profile. */
import type { Relation } from '@shiliu/contract/common'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as follows from '@shiliu/contract/follows'
import { PAGE } from '@shiliu/contract/limits'
import { relationOf } from '@shiliu/contract/relation'
import type { Profile } from '@shiliu/contract/users'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { toViewer, userSession, useViewer } from '#api/session.ts'
import type { FollowTab } from '#app/paths.ts'
import { change } from '#data/changes.ts'
import { outdate, useList, useListPage } from '#data/lists.ts'
import { comments, notes, type PageStart, type Person, people, tick } from '#data/records.ts'
import { toast } from '#ui/feedback/toast.ts'
import { refreshUserStats } from './refresh-stats.ts'
import { openAuth, requireLogin } from './require-login.ts'

async function ask(userId: string, request: () => Promise<Partial<Person>>): Promise<string> {
  const askedAt = tick()
  people.put([{ ...(await request()), user_id: userId }], askedAt)
  return userId
}

/** The profile of a person; `likes_and_collects` comes with a query of its own, which may fail. */
export type ProfileWithStats = Profile & { likes_and_collects?: number }

export function useProfile(userId: string, { staleTime = 30_000 } = {}) {
  const params = { id: userId }
  const { data, error, isError, refetch } = useQuery({
    queryKey: keys.user(userId),
    queryFn: ({ signal }) => ask(userId, () => call(users.get, { params, signal })),
    staleTime,
  })
  useQuery({
    queryKey: keys.userStats(userId),
    queryFn: ({ signal }) => ask(userId, () => call(users.getStats, { params, signal })),
    staleTime,
  })
  const person = people.use(userId)
  // Without its answer, a list may have told some of it.
  return { profile: data ? (person as ProfileWithStats | undefined) : undefined, error, isError, refetch }
}

const RECENT_STALE_MS = 60_000

/** The newest notes of a person, for their card. */
export function useRecentNotes(userId: string) {
  return useListPage({
    records: notes,
    key: keys.hoverPosts(userId),
    staleTime: RECENT_STALE_MS,
    fetch: (signal) =>
      call(users.posts, { params: { id: userId }, query: { page: 1, limit: PAGE.hoverCard }, signal }).then(
        ({ posts: items, pagination }) => ({ items, pagination }),
      ),
  })
}

/** Saves the viewer's profile, which also shows in the session and in the author lines of notes and comments. */
export async function saveProfile(userId: string, body: BodyIn<typeof users.update>) {
  await change(people, userId, {
    kind: 'profile',
    choice: body,
    send: async () => {
      const profile = await call(users.update, { params: { id: userId }, body })
      const author = { nickname: profile.nickname, user_avatar: profile.avatar }
      userSession.update(toViewer(profile) ?? {})
      notes.patch(
        notes.ids((note) => note.author_account === userId),
        author,
        tick(),
      )
      comments.patch(
        comments.ids((comment) => comment.user_display_id === userId),
        author,
        tick(),
      )
      return profile
    },
  })
  for (const queryKey of [keys.anyComments, keys.anyUsers]) void queryClient.invalidateQueries({ queryKey })
}

async function fetchFollows(tab: FollowTab, id: string, start: PageStart, signal: AbortSignal) {
  const request = { params: { id }, query: { ...start, limit: PAGE.limit }, signal }
  if (tab === 'mutual') {
    const { mutualFollows: items, pagination } = await call(follows.mutual, request)
    return { items, pagination }
  }
  if (tab === 'following') {
    const { following: items, pagination } = await call(follows.following, request)
    return { items, pagination }
  }
  const { followers: items, pagination } = await call(follows.followers, request)
  return { items, pagination }
}

/** Whoever is unfollowed stays in the list until it is opened again. */
export function useFollowList(tab: FollowTab, userId: string) {
  return useList({
    records: people,
    key: keys.follows(userId, tab),
    fetch: (start, signal) => fetchFollows(tab, userId, start, signal),
  })
}

const NO_RELATION: Relation = { isFollowing: false, isMutual: false, buttonType: 'follow' }
const RELATION_STALE_MS = 60_000

/** Fetched unless `known` from a list; null while loading. Guests and viewers whose request failed have none. */
export function useRelation(userId: string, known = false): Relation | null {
  const viewer = useViewer()
  const enabled = viewer !== null && viewer.user_id !== userId && !known
  const { isPending } = useQuery({
    queryKey: keys.followStatus(userId),
    queryFn: ({ signal }) => ask(userId, () => call(follows.status, { params: { id: userId }, signal })),
    enabled,
    staleTime: RELATION_STALE_MS,
  })
  const person = people.use(userId)
  if (viewer && person?.buttonType) return person as Relation
  return enabled && isPending ? null : NO_RELATION
}

const FOLLOW_PAUSE_MS = 2000
const pressedAt = new Map<string, number>()

/** Whether a press counts: 2 s after the one before, and once the server has answered that. */
function mayPress(userId: string): boolean {
  // Absolute: the clock may be set back.
  const pause = Math.abs(Date.now() - (pressedAt.get(userId) ?? 0))
  if (pause < FOLLOW_PAUSE_MS || people.overlay(userId, 'follow')) return false
  pressedAt.set(userId, Date.now())
  return true
}

/** How a person shows with `follow`, whether or not they are followed already. */
function withFollow({ isFollowing = false, buttonType, fans_count }: Person, follow: boolean): Partial<Person> {
  const relation = relationOf(follow, buttonType === 'back' || buttonType === 'mutual')
  const more = Number(follow) - Number(isFollowing)
  return { ...relation, ...(fans_count !== undefined && { fans_count: Math.max(0, fans_count + more) }) }
}

/** Follows or unfollows a person (docs/product.md#following). `toastMs` is how long its toasts stay. */
export async function toggleFollow(userId: string, { isFollowing, isMutual, buttonType }: Relation, toastMs?: number) {
  if (!requireLogin()) return
  if (!mayPress(userId)) {
    toast.info('操作太快了，稍等一下', toastMs)
    return
  }
  people.put([{ user_id: userId, isFollowing, isMutual, buttonType }], 0)
  try {
    const follow = await change(people, userId, {
      kind: 'follow',
      choice: !isFollowing,
      show: withFollow,
      send: async (choice) => {
        const { followed: _, ...relation } = await call(choice ? follows.create : follows.remove, {
          params: { id: userId },
        })
        const { fans_count } = people.get(userId) ?? {}
        return { ...relation, ...(fans_count !== undefined && { fans_count }) }
      },
    })
    if (follow === undefined) return
    toast.success(follow ? '关注成功' : '取消关注成功', toastMs)
    outdate(keys.allFollows)
    refreshUserStats(userId)
    const viewer = userSession.get()?.info
    if (viewer) refreshUserStats(viewer.user_id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) openAuth('login')
    else toast.error(messageOf(error, '操作失败，请重试'), toastMs)
  }
}

/** Every query of notes, and every change that a person makes to one. */
import * as collections from '@shiliu/contract/collections'
import * as likes from '@shiliu/contract/likes'
import { PAGE, TARGET } from '@shiliu/contract/limits'
import type { ChannelPage, Post, PostPage } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { takeInitialData } from '#api/initial-data.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { addressOf } from '#api/send.ts'
import { userSession } from '#api/session.ts'
import { change } from '#data/changes.ts'
import { outdate, prefetchList, reload, useList } from '#data/lists.ts'
import { notes, type PageStart, tick } from '#data/records.ts'
import { refreshUserStats } from '#entities/user/refresh-stats.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { countView, viewedWithinHour } from './view-cookie.ts'

/** A feed stays as it was until it is asked for again (docs/product.md#feeds). */
export const FEED = { records: notes, staleTime: Number.POSITIVE_INFINITY, gcTime: 10 * 60_000 }

/** A profile's list older than this is asked for again when its tab is opened. */
const PROFILE_STALE_MS = 30_000

export const toList = ({ posts: items, pagination }: PostPage) => ({ items, pagination })

const toChannel = ({ pinned, ...page }: ChannelPage) => ({ ...toList(page), pinned })

const feedOf = (category: string) => ({
  ...FEED,
  key: keys.feed({ category }),
  fetch: (start: PageStart, signal: AbortSignal) =>
    call(posts.list, { query: { ...start, limit: PAGE.limit, category }, signal }).then(toChannel),
})

export const useFeed = (category: string) => useList(feedOf(category))
export const prefetchNotes = (category: string) => prefetchList(feedOf(category))
export const reloadFeed = (category: string) => reload(keys.feed({ category }))
export const reloadFeeds = () => reload(keys.feeds, { exact: false })

export type ProfileTab = 'posts' | 'collections' | 'likes'

const KEY_OF_TAB = { posts: keys.postsOfUser, collections: keys.collectionsOfUser, likes: keys.likesOfUser }

async function fetchTab(tab: ProfileTab, id: string, start: PageStart, signal: AbortSignal) {
  const request = { params: { id }, query: { ...start, limit: PAGE.limit }, signal }
  if (tab === 'posts') return toList(await call(users.posts, request))
  if (tab === 'likes') return toList(await call(likes.listOfUser, request))
  const { collections: items, pagination } = await call(collections.listOfUser, request)
  return { items, pagination }
}

/** The notes that a person wrote, collected or likes. */
export function useNotesOfUser(tab: ProfileTab, userId: string) {
  return useList({
    ...FEED,
    staleTime: PROFILE_STALE_MS,
    key: KEY_OF_TAB[tab](userId),
    fetch: (start, signal) => fetchTab(tab, userId, start, signal),
  })
}

/** A deleted note goes from every list. */
export async function fetchNote(id: number, skipViewCount: boolean, signal?: AbortSignal): Promise<Post> {
  const askedAt = tick()
  try {
    const query = { skipViewCount: skipViewCount || undefined }
    const post = await call(posts.get, { params: { id }, query, ...(signal && { signal }) })
    // A note that is visible again says nothing of it, and one that is no longer pinned neither.
    notes.put([{ moderation: undefined, is_pinned: undefined, ...post }], askedAt)
    return post
  } catch (error) {
    if (isMissing(error)) notes.remove(id)
    throw error
  }
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** The note embedded in a guest's page. It does not count as a view, so the note is fetched anyway. */
function embeddedNote(id: number | null): Post | undefined {
  if (userSession.get() || id === null) return undefined
  const { path } = posts.get
  return takeInitialData(addressOf({ path, params: { id }, query: { skipViewCount: true } })) as Post | undefined
}

/** A note, at first as lists know it. Fetching counts a view, at most one an hour (docs/product.md#view-counting). */
export function useNote(id: number | null) {
  const [embedded] = useState(() => embeddedNote(id))
  const known = notes.use(id)
  const { error, refetch } = useQuery({
    queryKey: keys.post(id ?? 0),
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      if (id === null) throw new TypeError('cannot fetch a note without an id')
      const viewed = viewedWithinHour(id, document.cookie, Date.now())
      await fetchNote(id, viewed, signal)
      if (!viewed) countView(id, Date.now())
      return id
    },
  })
  const missing = id === null || isMissing(error)
  return { post: missing ? undefined : (known ?? embedded), missing, error, refetch }
}

type Reaction = {
  kind: 'like' | 'collect'
  flag: 'liked' | 'collected'
  count: 'like_count' | 'collect_count'
  listOf: (userId: string) => readonly unknown[]
  send: (id: number, choice: boolean) => Promise<Partial<Post>>
}

/** Resolves to what the note is in the end; undefined where that is reported elsewhere, or failed. */
async function react(post: Post, { kind, flag, count, listOf, send }: Reaction): Promise<boolean | undefined> {
  if (!requireLogin()) return undefined
  notes.put([post], 0)
  try {
    const on = await change(notes, post.id, {
      kind,
      choice: !(notes.get(post.id) ?? post)[flag],
      show: (note, choice) => ({
        [flag]: choice,
        [count]: Math.max(0, note[count] + Number(choice) - Number(note[flag])),
      }),
      send: (choice) => send(post.id, choice),
    })
    const viewer = userSession.get()?.info
    // The viewer's own list keeps what it shows until it is opened again.
    if (viewer && on !== undefined) outdate(listOf(viewer.user_id))
    if (on !== undefined) refreshUserStats(post.author_account)
    return on
  } catch (error) {
    showRefusal(error, post.id)
    return undefined
  }
}

const LIKE: Reaction = {
  kind: 'like',
  flag: 'liked',
  count: 'like_count',
  listOf: keys.likesOfUser,
  async send(id, choice) {
    const body = { target_type: TARGET.post, target_id: id }
    const { liked, likeCount } = await call(choice ? likes.create : likes.remove, { body })
    return { liked, like_count: likeCount }
  },
}

const COLLECT: Reaction = {
  kind: 'collect',
  flag: 'collected',
  count: 'collect_count',
  listOf: keys.collectionsOfUser,
  async send(id, choice) {
    const { collected, collectCount } = await call(choice ? collections.create : collections.remove, { params: { id } })
    return { collected, collect_count: collectCount }
  },
}

/** Likes or unlikes a note (docs/product.md#likes-and-collections). `announce` says so in a toast. */
export async function toggleLike(post: Post, { announce = false } = {}) {
  const liked = await react(post, LIKE)
  if (announce && liked !== undefined) toast.success(liked ? '点赞成功' : '取消点赞成功')
}

export async function toggleCollect(post: Post) {
  const collected = await react(post, COLLECT)
  if (collected !== undefined) toast.success(collected ? '收藏成功' : '取消收藏成功')
}

/** Counts comments that were written or, with a negative number, deleted. */
export function countComments(postId: number, more: number) {
  const note = notes.get(postId)
  if (note) notes.patch([postId], { comment_count: Math.max(0, note.comment_count + more) }, tick())
}

/** Says that a like or collection failed, except for an ended session. Asks again for a note that no longer exists. */
export function showRefusal(error: unknown, postId: number, toastMs?: number) {
  const refusal = error instanceof ApiError ? error : null
  if (refusal?.status === 401) return
  const gone = refusal?.status === 404
  toast.error(gone ? refusal.message : '操作失败，请重试', toastMs)
  if (gone) void queryClient.invalidateQueries({ queryKey: keys.post(postId) })
}

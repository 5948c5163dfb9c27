import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { hasComment, type LoadedThread, type Threads, uniqueThreads } from './comment-cache.ts'
import { fetchMoreReplies } from './use-comments.ts'

/** Pages of comments that are searched for the target. */
const PAGES_MAX = 10

/** Pages of collapsed replies that are searched after the comments. */
const REPLY_PAGES_MAX = 10

type State = { data: Threads | undefined; hasNextPage?: boolean }
type Fetch = () => Promise<State & { error: unknown }>
type Query = State & { refetch: Fetch; fetchNextPage: Fetch }

async function fetchState(fetch: Fetch): Promise<State> {
  const state = await fetch()
  if (state.error) throw state.error
  return state
}

/** Loads comments until the target is among them, then calls `onFound` once; a toast reports that it was not found. */
export function useTargetComment(targetId: number | null, query: Query, onFound: (id: number) => void) {
  const client = useQueryClient()
  const ready = query.data !== undefined
  /** The target whose search is finished. */
  const handled = useRef<number | null>(null)
  /** The target that was in the address before the comments were loaded. */
  const initial = useRef<number | null>(null)
  const latestQuery = useEffectEvent((): Query => query)
  const found = useEffectEvent(onFound)

  useEffect(() => {
    // A change of the order does not repeat the search.
    if (targetId === null || handled.current === targetId) return
    if (!ready) {
      initial.current = targetId
      return
    }
    let cancelled = false

    async function search(id: number) {
      let state: State = latestQuery()
      // Comments loaded before the target was known may be older than it.
      if (initial.current !== id && !hasComment(state.data, id)) state = await fetchState(latestQuery().refetch)
      for (let page = 0; page < PAGES_MAX && !hasComment(state.data, id) && state.hasNextPage && !cancelled; page++) {
        state = await fetchState(latestQuery().fetchNextPage)
      }
      return hasComment(state.data, id) || (await searchReplies(id, uniqueThreads(state.data)))
    }

    async function searchReplies(id: number, threads: readonly LoadedThread[]) {
      let requests = 0
      for (const thread of threads) {
        for (let current = thread; current.replies.length < current.reply_total; ) {
          if (cancelled || requests >= REPLY_PAGES_MAX) return false
          requests++
          current = await fetchMoreReplies(client, current)
          if (current.replies.some((reply) => reply.id === id)) return true
        }
      }
      return false
    }

    search(targetId).then(
      (isLoaded) => {
        if (cancelled) return
        handled.current = targetId
        if (isLoaded) found(targetId)
        else toast.info('没有找到这条评论，它可能已被删除')
      },
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [client, targetId, ready])
}

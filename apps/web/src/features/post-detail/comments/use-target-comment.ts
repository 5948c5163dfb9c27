import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { COMMENTS } from '#ui/constants.ts'
import { toast } from '#ui/toast.ts'
import { holds, type LoadedThread, type Threads, threadsOf } from './comment-cache.ts'
import { fetchReplies } from './use-comments.ts'

/** Folded replies looked through after the pages of comments, ten at a time. */
const REPLY_PAGES_MAX = 10

type State = { data: Threads | undefined; hasNextPage?: boolean }
type Fetch = () => Promise<State & { error: unknown }>
type Query = State & { refetch: Fetch; fetchNextPage: Fetch }

async function answerOf(fetch: Fetch): Promise<State> {
  const state = await fetch()
  if (state.error) throw state.error
  return state
}

/**
 * Loads until the comment that the address names is there, then shows it, once; tells when it cannot be found. What goes
 * wrong on the way the list itself tells.
 */
export function useTargetComment(targetId: number | null, query: Query, onFound: (id: number) => void) {
  const client = useQueryClient()
  const latest = useRef({ query, onFound })
  useEffect(() => {
    latest.current = { query, onFound }
  })
  const sought = useRef<number | null>(null)
  const ready = query.data !== undefined
  /** The comment whose address was there before the comments were. */
  const named = useRef<number | null>(null)

  useEffect(() => {
    // Another order of the comments is no reason to go there again.
    if (targetId === null || sought.current === targetId) return
    if (!ready) {
      named.current = targetId
      return
    }
    let left = false

    async function seek(id: number) {
      let state: State = latest.current.query
      // Comments from before may be older than the one that is sought.
      if (named.current !== id && !holds(state.data, id)) state = await answerOf(latest.current.query.refetch)
      for (let page = 0; page < COMMENTS.seekPages && !holds(state.data, id) && state.hasNextPage && !left; page++) {
        state = await answerOf(latest.current.query.fetchNextPage)
      }
      return holds(state.data, id) || (await isAmongFolded(id, threadsOf(state.data)))
    }

    async function isAmongFolded(id: number, threads: readonly LoadedThread[]) {
      let asked = 0
      for (const thread of threads) {
        for (let now = thread; now.replies.length < now.reply_total; ) {
          if (left || asked >= REPLY_PAGES_MAX) return false
          asked++
          now = await fetchReplies(client, now)
          if (now.replies.some((reply) => reply.id === id)) return true
        }
      }
      return false
    }

    seek(targetId).then(
      (found) => {
        if (left) return
        sought.current = targetId
        if (found) latest.current.onFound(targetId)
        else toast.info('没有找到这条评论，它可能已被删除')
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [client, targetId, ready])
}

import type { Thread } from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from '#ui/toast.ts'
import { holds, type Threads, threadsOf } from './comment-cache.ts'
import { fetchReplies, REPLIES } from './use-comments.ts'

/** Pages looked through for a comment that the address names (spec section 4 «Comments»). */
const PAGES_MAX = 10
/** Folded replies looked through after that, ten at a time. */
const REPLY_PAGES_MAX = 10

type Query = {
  data: Threads | undefined
  hasNextPage: boolean
  fetchNextPage: () => Promise<{ data: Threads | undefined; hasNextPage: boolean; isError: boolean }>
}

/** Loads until the comment that the address names is there, then shows it; tells when it cannot be found. */
export function useTargetComment(postId: number, targetId: number | null, query: Query, onFound: (id: number) => void) {
  const client = useQueryClient()
  const latest = useRef({ query, onFound })
  useEffect(() => {
    latest.current = { query, onFound }
  })
  const ready = query.data !== undefined

  useEffect(() => {
    if (targetId === null || !ready) return
    let left = false

    async function seek(id: number) {
      const { query: first } = latest.current
      let state = { data: first.data, hasNextPage: first.hasNextPage, isError: false }
      for (let page = 0; page < PAGES_MAX && !holds(state.data, id) && state.hasNextPage && !left; page++) {
        state = await latest.current.query.fetchNextPage()
        if (state.isError) return false
      }
      return holds(state.data, id) || (await isAmongFolded(id, threadsOf(state.data)))
    }

    async function isAmongFolded(id: number, threads: readonly Thread[]) {
      let asked = 0
      for (const thread of threads) {
        for (let loaded = thread.replies.length; loaded < thread.reply_total; loaded += REPLIES) {
          if (left || asked >= REPLY_PAGES_MAX) return false
          asked++
          const ids = await fetchReplies(client, postId, thread.id, loaded)
          if (ids.includes(id)) return true
        }
      }
      return false
    }

    seek(targetId).then(
      (found) => {
        if (left) return
        if (found) latest.current.onFound(targetId)
        else toast.info('没有找到这条评论，它可能已被删除')
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [client, postId, targetId, ready])
}

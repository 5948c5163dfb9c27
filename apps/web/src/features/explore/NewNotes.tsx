import { PAGE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { feedRefresh } from '#entities/post/feed.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import classes from './NewNotes.module.css'

/** Whoever was away for less has seen what there is. */
const AWAY_MS = 60_000

type Props = {
  category: string
  shown: readonly Post[]
  /** Which notes are shown at all. */
  wanted: (post: Post) => boolean
}

/** Offers to reload the channel once the person returns and its first page has notes newer than all that are shown. */
export function NewNotes({ category, shown, wanted }: Props) {
  const [newest, setNewest] = useState(0)

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const first = await call(posts.list, { query: { page: 1, limit: PAGE.limit, category }, signal })
    setNewest(newestOf(first.posts.filter(wanted)))
  })

  useEffect(() => {
    const controller = new AbortController()
    let leftAt = Number.POSITIVE_INFINITY
    function onVisibilityChange() {
      if (document.hidden) {
        leftAt = Date.now()
        return
      }
      // Without an answer there is nothing to offer.
      if (Date.now() - leftAt >= AWAY_MS) look(controller.signal).catch(() => {})
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      controller.abort()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [])

  function reload() {
    ignoreSecondClick()
    setNewest(0)
    feedRefresh.emit()
  }

  // By id, since 推荐 is not in the order of time.
  const offered = newest > newestOf(shown)
  return (
    <div className={classes.place} role="status">
      {offered && (
        <button type="button" className={classes.pill} onClick={reload}>
          <IconArrowUp size={16} stroke={2} aria-hidden />
          有新笔记
        </button>
      )}
    </div>
  )
}

const newestOf = (notes: readonly Post[]) => notes.reduce((newest, { id }) => Math.max(newest, id), 0)

import type { Comment } from '@shiliu/contract/comments'
import { memo, useEffect, useState } from 'react'
import { messageOf } from '#api/error.ts'
import type { PageStart } from '#data/records.ts'
import { type LoadedThread, loadReplies, REPLY_PAGE_SIZE, useReplies } from '#entities/comment/comment.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentThread.module.css'
import type { ReplyTarget } from './use-composer.ts'

/** Replies beyond this many are collapsed. */
const COLLAPSED_AFTER = 2

type Props = {
  thread: LoadedThread
  authorId: number
  /** One of its comments. */
  highlighted: number | null
  onReply: (target: ReplyTarget) => void
  /** Called right before what has the focus may go from the page. */
  keepFocus: () => void
}

/** Memoized, so that a change of one thread does not render all of them. */
export const CommentThread = memo(function CommentThread(props: Props) {
  const { thread, authorId, highlighted, onReply, keepFocus } = props
  const { reply_total: total, first_page, next } = thread
  const replies = useReplies(thread)
  const [expanded, setExpanded] = useState(false)
  const { loading, load } = useLoadReplies(thread.id)
  const hidden = replies.slice(COLLAPSED_AFTER)
  const highlightHidden = highlighted !== null && hidden.some(({ id }) => id === highlighted)
  useEffect(() => {
    if (highlightHidden) setExpanded(true)
  }, [highlightHidden])

  const shown = expanded ? replies : replies.slice(0, COLLAPSED_AFTER)
  const before = (first_page - 1) * REPLY_PAGE_SIZE
  const more = total - before - replies.length
  const item = (comment: Comment) => ({
    comment,
    byAuthor: comment.user_auto_id === authorId,
    highlighted: comment.id === highlighted,
    onRemove: keepFocus,
    onReply,
  })

  function loadMore(start?: PageStart) {
    ignoreSecondClick()
    keepFocus()
    void load(start)
  }

  function toggle() {
    ignoreSecondClick()
    setExpanded(!expanded)
    // Only the first replies came with the thread.
    if (!expanded && next?.page) void load()
  }

  return (
    <li className={classes.thread}>
      <CommentItem {...item(thread)} />
      {total > 0 && (
        <div className={classes.replies}>
          {before > 0 && (
            <button
              type="button"
              className={classes.toggle}
              aria-disabled={loading}
              onClick={() => loadMore({ page: 1 })}
            >
              查看前面的回复
            </button>
          )}
          {shown.length > 0 && (
            <ul className={classes.list} aria-label="回复">
              {shown.map((reply) => (
                <li key={reply.id}>
                  <CommentItem {...item(reply)} reply />
                </li>
              ))}
            </ul>
          )}
          {total > COLLAPSED_AFTER && (
            <div className={classes.toggles}>
              {expanded && next && (
                <button type="button" className={classes.toggle} aria-disabled={loading} onClick={() => loadMore()}>
                  {loading ? '加载中' : `再看 ${more} 条回复`}
                </button>
              )}
              <button type="button" className={classes.toggle} aria-expanded={expanded} onClick={toggle}>
                {expanded ? '收起回复' : `展开 ${total - COLLAPSED_AFTER} 条回复`}
              </button>
            </div>
          )}
        </div>
      )}
    </li>
  )
})

function useLoadReplies(threadId: number) {
  const [loading, setLoading] = useState(false)
  async function load(start?: PageStart) {
    if (loading) return
    setLoading(true)
    try {
      await loadReplies(threadId, start)
    } catch (error) {
      toast.error(messageOf(error, '加载失败，请重试'))
    } finally {
      setLoading(false)
    }
  }
  return { loading, load }
}

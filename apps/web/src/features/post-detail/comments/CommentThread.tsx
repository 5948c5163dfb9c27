import type { Comment } from '@shiliu/contract/comments'
import { useEffect, useState } from 'react'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentThread.module.css'
import type { LoadedThread } from './comment-cache.ts'
import { useMoreReplies } from './use-comments.ts'
import type { ReplyTarget } from './use-composer.ts'

/** Replies beyond this many are collapsed. */
const COLLAPSED_AFTER = 2

type Props = {
  thread: LoadedThread
  authorId: number
  highlighted: number | null
  onReply: (target: ReplyTarget) => void
  /** Called right before one of its comments is removed from the cache. */
  onRemove: () => void
}

export function CommentThread({ thread, authorId, highlighted, onReply, onRemove }: Props) {
  const { replies, reply_total: total } = thread
  const [expanded, setExpanded] = useState(false)
  const { loading, load } = useMoreReplies(thread)
  const hidden = replies.slice(COLLAPSED_AFTER)
  const highlightHidden = highlighted !== null && hidden.some(({ id }) => id === highlighted)
  useEffect(() => {
    if (highlightHidden) setExpanded(true)
  }, [highlightHidden])

  const shown = expanded ? replies : replies.slice(0, COLLAPSED_AFTER)
  const more = total - replies.length
  const item = (comment: Comment) => ({
    comment,
    byAuthor: comment.user_auto_id === authorId,
    highlighted: comment.id === highlighted,
    onRemove,
    onReply: () => onReply({ commentId: comment.id, threadId: thread.id, nickname: comment.nickname || '匿名用户' }),
  })

  function expand() {
    setExpanded(true)
    if (more > 0) load()
  }

  return (
    <li>
      <CommentItem {...item(thread)} />
      {total > 0 && (
        <div className={classes.replies}>
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
              {expanded && (more > 0 || loading) && (
                <button type="button" className={classes.toggle} disabled={loading} onClick={load}>
                  {loading ? '加载中' : `再看 ${more} 条回复`}
                </button>
              )}
              <button
                type="button"
                className={classes.toggle}
                aria-expanded={expanded}
                onClick={() => (expanded ? setExpanded(false) : expand())}
              >
                {expanded ? '收起回复' : `展开 ${total - COLLAPSED_AFTER} 条回复`}
              </button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

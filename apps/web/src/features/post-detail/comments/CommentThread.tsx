import type { Comment } from '@shiliu/contract/comments'
import { useEffect, useState } from 'react'
import { COMMENTS } from '#ui/constants.ts'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentThread.module.css'
import type { LoadedThread } from './comment-cache.ts'
import { useMoreReplies } from './use-comments.ts'
import type { ReplyTarget } from './use-composer.ts'

type Props = {
  thread: LoadedThread
  /** Who wrote the note. */
  authorId: number
  highlighted: number | null
  onReply: (target: ReplyTarget) => void
  /** One of its comments is about to be taken out. */
  onRemoving: () => void
}

/** A comment with its replies, all on one level; beyond two they are folded. */
export function CommentThread({ thread, authorId, highlighted, onReply, onRemoving }: Props) {
  const { replies, reply_total: total } = thread
  const [unfolded, setUnfolded] = useState(false)
  const { loading, load } = useMoreReplies(thread)
  const hidden = replies.slice(COMMENTS.folded)
  const inside = highlighted !== null && hidden.some(({ id }) => id === highlighted)
  useEffect(() => {
    if (inside) setUnfolded(true)
  }, [inside])

  const shown = unfolded ? replies : replies.slice(0, COMMENTS.folded)
  const more = total - replies.length
  const item = (comment: Comment) => ({
    comment,
    byAuthor: comment.user_auto_id === authorId,
    highlighted: comment.id === highlighted,
    onRemoving,
    onReply: () => onReply({ commentId: comment.id, threadId: thread.id, nickname: comment.nickname || '匿名用户' }),
  })

  function unfold() {
    setUnfolded(true)
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
          {total > COMMENTS.folded && (
            <div className={classes.folding}>
              {unfolded && (more > 0 || loading) && (
                <button type="button" className={classes.fold} disabled={loading} onClick={load}>
                  {loading ? '加载中' : `再看 ${more} 条回复`}
                </button>
              )}
              <button
                type="button"
                className={classes.fold}
                aria-expanded={unfolded}
                onClick={() => (unfolded ? setUnfolded(false) : unfold())}
              >
                {unfolded ? '收起回复' : `展开 ${total - COMMENTS.folded} 条回复`}
              </button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

import type { Comment, Thread } from '@shiliu/contract/comments'
import { useEffect, useState } from 'react'
import { CommentItem } from './CommentItem.tsx'
import classes from './CommentThread.module.css'
import { useMoreReplies } from './use-comments.ts'
import type { ReplyTarget } from './use-composer.ts'

/** Replies shown while a thread is folded (spec section 9). */
const FOLDED = 2

type Props = {
  thread: Thread
  /** Who wrote the note. */
  authorId: number
  highlighted: number | null
  onReply: (target: ReplyTarget) => void
}

/** A comment with its replies, all on one level; beyond two they are folded. */
export function CommentThread({ thread, authorId, highlighted, onReply }: Props) {
  const { replies, reply_total: total } = thread
  const [unfolded, setUnfolded] = useState(false)
  const { loading, load } = useMoreReplies(thread.post_id, thread.id)
  const hidden = replies.slice(FOLDED)
  const inside = highlighted !== null && hidden.some(({ id }) => id === highlighted)
  useEffect(() => {
    if (inside) setUnfolded(true)
  }, [inside])

  const shown = unfolded ? replies : replies.slice(0, FOLDED)
  const more = total - replies.length
  const item = (comment: Comment) => ({
    comment,
    byAuthor: comment.user_auto_id === authorId,
    highlighted: comment.id === highlighted,
    onReply: () => onReply({ commentId: comment.id, threadId: thread.id, nickname: comment.nickname || '匿名用户' }),
  })

  function unfold() {
    setUnfolded(true)
    if (more > 0) load(replies.length)
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
          {total > FOLDED && (
            <div className={classes.folding}>
              {!unfolded && (
                <button type="button" className={classes.fold} onClick={unfold}>
                  展开 {total - FOLDED} 条回复
                </button>
              )}
              {unfolded && (more > 0 || loading) && (
                <button type="button" className={classes.fold} disabled={loading} onClick={() => load(replies.length)}>
                  {loading ? '加载中' : `再看 ${more} 条回复`}
                </button>
              )}
              {unfolded && (
                <button type="button" className={classes.fold} onClick={() => setUnfolded(false)}>
                  收起回复
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </li>
  )
}

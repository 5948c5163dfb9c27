import { type ReactNode, useRef, useState } from 'react'
import { toggleCommentLike, useComment } from '#entities/comment/comment.queries.ts'
import { LikeButton } from '#entities/post/ReactionButtons.tsx'
import classes from './NoticeActions.module.css'
import { NoticeReply } from './NoticeReply.tsx'
import { type ReplyableNotice, TOAST_MS } from './notice.ts'

type Props = {
  notice: ReplyableNotice
  name: string
  children: ReactNode
}

/** Replies to the comment of a notification and likes it, in the list. */
export function NoticeActions({ notice, name, children }: Props) {
  const { comment_id: id, target_id: post_id } = notice
  const { liked = false, like_count = 0 } = useComment(id) ?? {}
  const [replying, setReplying] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setReplying(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.actions}>
      {children}
      <button
        ref={button}
        type="button"
        className={classes.reply}
        aria-label={`回复 ${name}`}
        aria-expanded={replying}
        onClick={() => setReplying(!replying)}
      >
        回复
      </button>
      <LikeButton
        liked={liked}
        count={like_count}
        onToggle={() => toggleCommentLike({ id, post_id, liked, like_count }, TOAST_MS)}
        hideZero
      />
      {replying && <NoticeReply postId={post_id} commentId={id} name={name} onClose={close} />}
    </div>
  )
}

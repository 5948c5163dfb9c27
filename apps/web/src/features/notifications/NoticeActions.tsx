import { type ReactNode, useRef, useState } from 'react'
import { LikeButton } from '#entities/post/ReactionButtons.tsx'
import classes from './NoticeActions.module.css'
import { NoticeReply } from './NoticeReply.tsx'
import type { ReplyableNotice } from './notice.ts'
import { useLikeFromNotice } from './use-like-from-notice.ts'

type Props = {
  notice: ReplyableNotice
  name: string
  children: ReactNode
}

/** Replies to the comment of a notification and likes it, in the list. */
export function NoticeActions({ notice, name, children }: Props) {
  const like = useLikeFromNotice()
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
        liked={notice.comment_is_liked === 1}
        count={notice.comment_like_count}
        onToggle={() => like(notice)}
        hideZero
      />
      {replying && <NoticeReply postId={notice.target_id} commentId={notice.comment_id} name={name} onClose={close} />}
    </div>
  )
}

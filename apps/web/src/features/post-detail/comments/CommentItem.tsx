import type { Comment } from '@shiliu/contract/comments'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import { useEffect, useRef } from 'react'
import { useViewer } from '#api/session.ts'
import { LikeButton } from '#entities/post/LikeButton.tsx'
import { picturesOf } from '#entities/user/pictures-of.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { scrollMotion } from '#ui/motion.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import classes from './CommentItem.module.css'
import { CommentPictures } from './CommentPictures.tsx'
import { useDeleteComment } from './use-delete-comment.ts'
import { useLikeComment } from './use-like-comment.ts'

type Props = {
  comment: Comment
  reply?: boolean
  /** Written by the note's author. */
  byAuthor: boolean
  highlighted: boolean
  onReply: () => void
  onRemoving: () => void
}

export function CommentItem({ comment, reply = false, byAuthor, highlighted, onReply, onRemoving }: Props) {
  const own = useViewer()?.id === comment.user_auto_id
  const like = useLikeComment()
  const remove = useDeleteComment()
  const root = useRef<HTMLDivElement>(null)
  const name = comment.nickname || '匿名用户'

  useEffect(() => {
    if (highlighted) root.current?.scrollIntoView({ behavior: scrollMotion(), block: 'center' })
  }, [highlighted])

  return (
    <div ref={root} className={classes.comment} data-comment data-highlighted={highlighted || undefined}>
      <UserLink
        userId={comment.user_display_id}
        newTab
        card
        tabIndex={-1}
        label={`${name}的主页`}
        className={classes.face}
      >
        <Avatar src={comment.user_avatar} name={name} size={reply ? 28 : 36} decorative />
      </UserLink>
      <div className={classes.main}>
        <p className={classes.who}>
          <UserLink className={classes.name} userId={comment.user_display_id} newTab card>
            {name}
          </UserLink>
          {byAuthor && <span className={classes.badge}>作者</span>}
        </p>
        <p className={classes.content}>
          {comment.reply_to && (
            <>
              回复{' '}
              <UserLink className={classes.name} userId={comment.reply_to.user_id} newTab card>
                {comment.reply_to.nickname}
              </UserLink>
              ：
            </>
          )}
          <RichText source={comment.content} />
        </p>
        <CommentPictures urls={picturesOf(comment.content)} />
        <div className={classes.meta}>
          <RelativeTime time={comment.created_at} />
          <span>{comment.user_location || UNKNOWN_LOCATION}</span>
          <button type="button" className={classes.action} data-answer aria-label={`回复 ${name}`} onClick={onReply}>
            回复
          </button>
          {own && (
            <button type="button" className={classes.action} onClick={() => remove(comment, onRemoving)}>
              删除
            </button>
          )}
        </div>
      </div>
      <div className={classes.like}>
        <LikeButton liked={comment.liked} count={comment.like_count} onToggle={() => like(comment)} quiet />
      </div>
    </div>
  )
}

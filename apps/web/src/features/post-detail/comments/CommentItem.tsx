import type { Comment } from '@shiliu/contract/comments'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import { useEffect, useRef } from 'react'
import { useViewer } from '#api/session.ts'
import { LikeButton } from '#entities/post/LikeButton.tsx'
import { picturesOf } from '#entities/user/pictures-of.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import classes from './CommentItem.module.css'
import { useDeleteComment } from './use-delete-comment.ts'
import { useLikeComment } from './use-like-comment.ts'

type Props = {
  comment: Comment
  reply?: boolean
  /** Written by the note's author. */
  byAuthor: boolean
  highlighted: boolean
  onReply: () => void
}

export function CommentItem({ comment, reply = false, byAuthor, highlighted, onReply }: Props) {
  const own = useViewer()?.id === comment.user_auto_id
  const like = useLikeComment()
  const remove = useDeleteComment()
  const root = useRef<HTMLDivElement>(null)
  const name = comment.nickname || '匿名用户'
  const pictures = picturesOf(comment.content)

  useEffect(() => {
    if (highlighted) root.current?.scrollIntoView({ behavior: 'smooth', block: 'center' })
  }, [highlighted])

  return (
    <div ref={root} className={classes.comment} data-highlighted={highlighted || undefined}>
      <UserLink userId={comment.user_display_id} newTab tabIndex={-1} label={`${name}的主页`} className={classes.face}>
        <Avatar src={comment.user_avatar} name={name} size={reply ? 28 : 36} decorative />
      </UserLink>
      <div className={classes.main}>
        <p className={classes.who}>
          <UserLink className={classes.name} userId={comment.user_display_id} newTab>
            {name}
          </UserLink>
          {byAuthor && <span className={classes.badge}>作者</span>}
        </p>
        <p className={classes.content}>
          {comment.reply_to && (
            <>
              回复{' '}
              <UserLink className={classes.name} userId={comment.reply_to.user_id} newTab>
                {comment.reply_to.nickname}
              </UserLink>
              ：
            </>
          )}
          <RichText source={comment.content} />
        </p>
        {pictures.length > 0 && (
          <div className={classes.pictures}>
            {pictures.map((url) => (
              <a key={url} href={url} target="_blank" rel="noreferrer" className={classes.picture}>
                <img src={url} alt="评论图片" width={120} height={120} loading="lazy" decoding="async" />
              </a>
            ))}
          </div>
        )}
        <div className={classes.meta}>
          <RelativeTime time={comment.created_at} />
          <span>{comment.user_location || UNKNOWN_LOCATION}</span>
          <button type="button" className={classes.action} aria-label={`回复 ${name}`} onClick={onReply}>
            回复
          </button>
          {own && (
            <button type="button" className={classes.action} onClick={() => remove(comment)}>
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

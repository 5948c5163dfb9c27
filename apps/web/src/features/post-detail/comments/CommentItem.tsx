import type { Comment } from '@shiliu/contract/comments'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Picture as PictureData } from '@shiliu/contract/posts'
import { memo, useEffect, useRef } from 'react'
import { useViewer } from '#api/session.ts'
import { deleteComment, toggleCommentLike } from '#entities/comment/comment.queries.ts'
import { LikeButton } from '#entities/post/ReactionButtons.tsx'
import { ReportButton } from '#entities/report/ReportButton.tsx'
import { picturesOf } from '#entities/text/document.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './CommentItem.module.css'
import type { ReplyTarget } from './use-composer.ts'

type Props = {
  comment: Comment
  reply?: boolean
  /** Whether the note's author wrote it. */
  byAuthor: boolean
  highlighted: boolean
  onReply: (target: ReplyTarget) => void
  /** Called right before the comment goes from the page. */
  onRemove: () => void
}

/** The smooth scrolling has ended. */
const SETTLED_MS = 800
/** What a reader scrolls by. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** A comment or reply with its actions; scrolls into view when it is highlighted. */
export const CommentItem = memo(function CommentItem(props: Props) {
  const { comment, reply = false, byAuthor, highlighted, onReply, onRemove } = props
  const own = useViewer()?.id === comment.user_auto_id
  const root = useRef<HTMLDivElement>(null)
  const name = comment.nickname || '匿名用户'

  useEffect(() => {
    const comment = root.current
    if (!highlighted || !comment) return
    comment.scrollIntoView({ behavior: scrollBehavior(), block: 'center' })
    // What arrives above it meanwhile pushes it out of sight, until the reader scrolls.
    const kept = new IntersectionObserver(([{ isIntersecting } = { isIntersecting: true }]) => {
      if (!isIntersecting) comment.scrollIntoView({ block: 'center' })
    })
    const settled = setTimeout(() => kept.observe(comment), SETTLED_MS)
    const stop = () => {
      clearTimeout(settled)
      kept.disconnect()
      for (const event of READING) window.removeEventListener(event, stop)
    }
    for (const event of READING) window.addEventListener(event, stop, { passive: true })
    return stop
  }, [highlighted])

  return (
    <div ref={root} className={classes.comment} data-comment data-highlighted={highlighted || undefined}>
      <UserLink
        userId={comment.user_display_id}
        newTab
        card
        tabIndex={-1}
        label={`${name}的主页`}
        className={classes.avatar}
      >
        <Avatar src={comment.user_avatar} name={name} size={reply ? 28 : 36} decorative />
      </UserLink>
      <div className={classes.main}>
        <p className={classes.header}>
          <UserLink className={classes.name} userId={comment.user_display_id} newTab card>
            <bdi>{name}</bdi>
          </UserLink>
          {byAuthor && <span className={classes.badge}>作者</span>}
        </p>
        <p className={classes.content} dir="auto">
          {comment.reply_to && (
            <>
              回复{' '}
              <UserLink className={classes.name} userId={comment.reply_to.user_id} newTab card>
                <bdi>{comment.reply_to.nickname}</bdi>
              </UserLink>
              ：
            </>
          )}
          <RichText source={comment.content} />
        </p>
        <CommentPictures urls={picturesOf(comment.content)} pictures={comment.pictures} />
        <div className={classes.meta}>
          <RelativeTime time={comment.created_at} />
          <span>{comment.user_location || UNKNOWN_LOCATION}</span>
          <button
            type="button"
            className={classes.action}
            data-reply
            aria-label={`回复 ${name}`}
            onClick={() => onReply({ commentId: comment.id, nickname: name })}
          >
            回复
          </button>
          {own && (
            <button type="button" className={classes.action} onClick={() => deleteComment(comment, onRemove)}>
              删除
            </button>
          )}
          <ReportButton
            kind="comment"
            id={comment.id}
            ownerId={comment.user_auto_id}
            label={`举报 ${name} 的评论`}
            className={classes.action}
          />
        </div>
      </div>
      <div className={classes.like}>
        <LikeButton
          liked={comment.liked}
          count={comment.like_count}
          onToggle={() => toggleCommentLike(comment)}
          hideZero
        />
      </div>
    </div>
  )
})

/** In the order of the text, which names no sizes. */
function CommentPictures({ urls, pictures }: { urls: readonly string[]; pictures: readonly PictureData[] }) {
  if (urls.length === 0) return null
  const slides = urls.map((url) => {
    const { full = url, width, height } = pictures.find((picture) => picture.url === url) ?? {}
    return { src: full, alt: '评论图片', width, height, preview: url }
  })
  return (
    <ul className={classes.pictures} aria-label="评论图片">
      {urls.map((url, index) => (
        <li key={url}>
          <button
            type="button"
            className={classes.picture}
            aria-label={`查看第${index + 1}张图片`}
            onPointerEnter={preloadLightbox}
            onClick={() => openLightbox({ pictures: slides, index })}
          >
            <Picture src={url} alt="" width={104} height={104} />
          </button>
        </li>
      ))}
    </ul>
  )
}

import { coverOf, isVideo } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { Link, useLocation } from 'react-router'
import { paths, withBackground } from '#app/paths.ts'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { textWidth } from '#ui/text/text-width.ts'
import { type CardExtras, cardSize } from './card-size.ts'
import { marksOf } from './marks.ts'
import { noteIntent, pictureAttribute, rememberOpenedCard } from './open-note.ts'
import classes from './PostCard.module.css'
import { toggleLike } from './post.queries.ts'
import { LikeButton } from './ReactionButtons.tsx'
import { TextCover } from './TextCover.tsx'

type Props = {
  post: Post
  width: number
  /** Above the fold when the page opens. */
  first?: boolean
  extras?: CardExtras | undefined
}

const sendIntent = () => noteIntent.emit()

/** A note in a waterfall: one link, with the author and the like button above it (docs/look.md#card). */
export const PostCard = memo(function PostCard({ post, width, first, extras }: Props) {
  const location = useLocation()
  const cover = coverOf(post.pictures)
  const hasVideo = post.images.some(isVideo)
  const marks = marksOf(post, extras?.pinned)
  const { picture, lines, excerpt, cover: text } = cardSize(post, width, textWidth, extras)
  const variables = { '--picture': `${picture}px`, '--lines': lines, '--excerpt': `${excerpt}px` } as CSSProperties
  const onOpen = (event: MouseEvent) => {
    if (event.currentTarget.parentElement) rememberOpenedCard(post.id, event.currentTarget.parentElement)
  }
  return (
    <article className={classes.card} style={variables} onPointerEnter={sendIntent} onTouchStart={sendIntent}>
      <Link
        className={classes.link}
        to={paths.post(post.id)}
        state={withBackground(location)}
        onClick={onOpen}
        onFocus={sendIntent}
      >
        <span className={classes.picture} {...pictureAttribute(post.id)}>
          {text ? (
            <TextCover postId={post.id} {...text} content={extras?.cover?.content} badged={Boolean(extras?.badge)} />
          ) : (
            <Picture
              className={classes.cover}
              src={cover?.card}
              alt=""
              width={width}
              height={picture}
              thumbhash={cover?.thumbhash ?? null}
              eager={first}
            />
          )}
          {extras?.badge}
          {marks.length > 0 && <span className={classes.marks}>{marks.join(' · ')}</span>}
          {hasVideo && (
            <span className={classes.video} role="img" aria-label="有视频">
              <IconPlayerPlayFilled size={14} aria-hidden />
            </span>
          )}
        </span>
        <span className={classes.title} dir="auto">
          {extras?.title ?? post.title}
        </span>
        {extras?.excerpt && (
          <span className={classes.excerpt} dir="auto">
            {extras.excerpt.content}
          </span>
        )}
      </Link>
      <div className={classes.footer}>
        <UserLink className={classes.author} userId={post.author_account}>
          <Avatar src={post.user_avatar} name={post.nickname} size={20} decorative />
          <span className={classes.name} dir="auto">
            {extras?.author ?? (post.nickname || '匿名用户')}
          </span>
        </UserLink>
        <LikeButton liked={post.liked} count={post.like_count} onToggle={() => toggleLike(post)} />
      </div>
    </article>
  )
})

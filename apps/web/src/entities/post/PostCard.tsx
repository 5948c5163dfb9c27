import { coverOf, isVideo } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { Link, useLocation } from 'react-router'
import { above, paths } from '#app/paths.ts'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Picture } from '#ui/Picture.tsx'
import { textWidth } from '#ui/text-width.ts'
import { cardSize } from './card-size.ts'
import { LikeButton } from './LikeButton.tsx'
import { noteIntent, openedFrom, pictureOf } from './open-note.ts'
import classes from './PostCard.module.css'
import { useToggleLike } from './use-toggle-like.ts'

type Props = {
  post: Post
  /** Pixels. */
  width: number
  /** In sight on arrival. */
  first?: boolean
}

const intend = () => noteIntent.send()

/** A note in a waterfall: the card is one link; author and heart are targets of their own above it (look «Card»). */
export const PostCard = memo(function PostCard({ post, width, first }: Props) {
  const location = useLocation()
  const toggleLike = useToggleLike()
  const cover = coverOf(post.pictures)
  const film = post.images.some(isVideo)
  const { picture, lines } = cardSize(post, width, textWidth)
  const variables = { '--picture': `${picture}px`, '--lines': lines } as CSSProperties
  const remember = (event: MouseEvent) => {
    if (event.currentTarget.parentElement) openedFrom(post.id, event.currentTarget.parentElement)
  }
  return (
    <article className={classes.card} style={variables} onPointerEnter={intend} onTouchStart={intend}>
      <Link
        className={classes.link}
        to={paths.post(post.id)}
        state={above(location)}
        onClick={remember}
        onFocus={intend}
      >
        <span className={classes.picture} {...pictureOf(post.id)}>
          <Picture
            className={classes.cover}
            src={cover?.card}
            alt=""
            width={width}
            height={picture}
            thumbhash={cover?.thumbhash ?? null}
            eager={first}
          />
          {film && (
            <span className={classes.film} role="img" aria-label="有视频">
              <IconPlayerPlayFilled size={14} aria-hidden />
            </span>
          )}
        </span>
        <span className={classes.title}>{post.title}</span>
      </Link>
      <div className={classes.footer}>
        <UserLink className={classes.author} userId={post.author_account}>
          <Avatar src={post.user_avatar} name={post.nickname} size={20} decorative />
          <span className={classes.name}>{post.nickname || '匿名用户'}</span>
        </UserLink>
        <LikeButton liked={post.liked} count={post.like_count} onToggle={() => toggleLike(post)} />
      </div>
    </article>
  )
})

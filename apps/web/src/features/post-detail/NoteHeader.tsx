import type { Post } from '@shiliu/contract/posts'
import { IconX } from '@tabler/icons-react'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import classes from './NoteHead.module.css'

type Props = {
  post: Post
  /** On phones the note covers the page and carries its own way out. */
  onClose?: (() => void) | undefined
}

/** Who wrote the note, above it or above its text, always in sight. */
export function NoteHead({ post, onClose }: Props) {
  const name = post.nickname || '匿名用户'
  return (
    <header className={classes.head}>
      {onClose && (
        <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      <UserLink className={classes.author} userId={post.author_account} newTab card>
        <Avatar src={post.user_avatar} name={name} size={40} decorative />
        <span className={classes.name}>{name}</span>
      </UserLink>
      <FollowButton userId={post.author_account} nickname={name} />
    </header>
  )
}

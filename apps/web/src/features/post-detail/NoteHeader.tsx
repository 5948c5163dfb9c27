import type { Post } from '@shiliu/contract/posts'
import { IconX } from '@tabler/icons-react'
import { useAdmin, useViewer } from '#api/session.ts'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import classes from './NoteHeader.module.css'
import { OwnNoteActions } from './OwnNoteActions.tsx'

/** Nobody but administrators fetches it. */
const manageLink = loadable(() => import('./ManageLink.tsx').then((module) => module.ManageLink))

type Props = {
  post: Post
  /** On phones the close button is in the header. */
  onClose?: (() => void) | undefined
  onDeleted: () => void
}

/** The author of the note with the follow button, or the actions for one's own; visible while the note scrolls. */
export function NoteHeader({ post, onClose, onDeleted }: Props) {
  const own = useViewer()?.id === post.author_auto_id
  const name = post.nickname || '匿名用户'
  const ManageLink = useLoadable(manageLink, useAdmin() !== null, () => {})
  return (
    <header className={classes.head}>
      {onClose && (
        <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      <UserLink className={classes.author} userId={post.author_account} newTab card>
        <Avatar src={post.user_avatar} name={name} size={40} decorative />
        <span className={classes.name} dir="auto">
          {name}
        </span>
      </UserLink>
      {ManageLink && <ManageLink postId={post.id} />}
      {own ? (
        <OwnNoteActions post={post} onDeleted={onDeleted} />
      ) : (
        <FollowButton userId={post.author_account} nickname={name} />
      )}
    </header>
  )
}

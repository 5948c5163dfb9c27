import type { Post } from '@shiliu/contract/posts'
import { IconMessageCircle, IconShare3 } from '@tabler/icons-react'
import { CollectButton } from '#entities/post/CollectButton.tsx'
import { LikeButton } from '#entities/post/LikeButton.tsx'
import { warmRichText } from '#entities/text/RichTextField.tsx'
import { CountText } from '#ui/CountText.tsx'
import classes from './ActionBar.module.css'
import { shareNote } from './share-note.ts'

type Props = {
  post: Post
  sending: boolean
  /** What was typed and not sent. */
  draft: string
  onLike: () => void
  onCollect: () => void
  onWrite: () => void
  onComments: () => void
}

/** What one can do with a note, always at hand below it. */
export function ActionBar({ post, sending, draft, onLike, onCollect, onWrite, onComments }: Props) {
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.write}
        disabled={sending}
        onPointerEnter={warmRichText}
        onClick={onWrite}
      >
        <span>{sending ? '发送中' : draft || '说点什么'}</span>
      </button>
      <LikeButton size="lg" liked={post.liked} count={post.like_count} onToggle={onLike} />
      <CollectButton size="lg" collected={post.collected} count={post.collect_count} onToggle={onCollect} />
      <button type="button" className={classes.action} aria-label={`评论 ${post.comment_count}`} onClick={onComments}>
        <IconMessageCircle size={24} stroke={1.75} aria-hidden />
        <CountText value={post.comment_count} />
      </button>
      <button type="button" className={classes.action} aria-label="分享" onClick={() => shareNote(post.id)}>
        <IconShare3 size={24} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

import type { Post } from '@shiliu/contract/posts'
import { IconMessageCircle, IconShare3 } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { CollectButton, LikeButton } from '#entities/post/ReactionButtons.tsx'
import { preloadRichText } from '#entities/text/RichTextField.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { CountText, formatCount } from '#ui/text/Count.tsx'
import classes from './ActionBar.module.css'

type Props = {
  post: Post
  sending: boolean
  /** The unsent comment on one line. */
  draft: string
  onLike: () => void
  onCollect: () => void
  onWrite: () => void
  onComments: () => void
}

export function ActionBar({ post, sending, draft, onLike, onCollect, onWrite, onComments }: Props) {
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.write}
        disabled={sending}
        onPointerEnter={preloadRichText}
        onClick={onWrite}
      >
        <span>{sending ? '发送中' : draft || '说点什么'}</span>
      </button>
      <LikeButton size="lg" liked={post.liked} count={post.like_count} onToggle={onLike} />
      <CollectButton size="lg" collected={post.collected} count={post.collect_count} onToggle={onCollect} />
      <button
        type="button"
        className={classes.action}
        aria-label={`评论 ${formatCount(post.comment_count)}`}
        onClick={onComments}
      >
        <IconMessageCircle size={24} stroke={1.75} aria-hidden />
        <CountText value={post.comment_count} />
      </button>
      <button type="button" className={classes.action} aria-label="分享" onClick={() => shareNote(post.id)}>
        <IconShare3 size={24} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

async function shareNote(id: number) {
  const link = `${window.location.origin}${paths.post(id)}`
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(link).then(
        () => true,
        () => copyWithCommand(link),
      )
    : copyWithCommand(link)
  if (copied) toast.success('已复制链接，快去分享给好友吧')
  else toast.error('复制链接失败，请手动复制地址栏里的链接')
}

/** Pages served without TLS have no `navigator.clipboard`. */
function copyWithCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}

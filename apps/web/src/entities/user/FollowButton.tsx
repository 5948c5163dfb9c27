import type { ButtonType } from '@shiliu/contract/common'
import { useViewer } from '#api/session.ts'
import { SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { toggleFollow, useRelation } from './user.queries.ts'

const LABELS: Record<ButtonType, string> = {
  follow: '关注',
  unfollow: '已关注',
  back: '回关',
  mutual: '互相关注',
  self: '',
}

type Props = {
  userId: string
  nickname: string
  /** The relation came with a list; otherwise it is fetched. */
  known?: boolean
  size?: 'sm' | 'md'
  toastMs?: number
}

/** 关注, 已关注, 回关 or 互相关注; hidden for the viewer. */
export function FollowButton({ userId, nickname, known = false, size = 'sm', toastMs }: Props) {
  const viewer = useViewer()
  const own = viewer?.user_id === userId
  const status = useRelation(userId, known)
  if (own || status?.buttonType === 'self') return null
  // A placeholder, since a button with the wrong label might be pressed before the relation is known.
  if (!status) return <SkeletonBlock width={size === 'sm' ? 74 : 104} height={size === 'sm' ? 36 : 40} round />
  return (
    <Button
      variant={status.isFollowing ? 'plain' : 'primary'}
      size={size}
      aria-label={`${LABELS[status.buttonType]} ${nickname}`}
      title={status.isFollowing ? '取消关注' : undefined}
      onClick={() => toggleFollow(userId, status, toastMs)}
    >
      {LABELS[status.buttonType]}
    </Button>
  )
}

import type { ButtonType, Relation } from '@shiliu/contract/common'
import { useViewer } from '#api/session.ts'
import { Button } from '#ui/Button.tsx'
import { Bone } from '#ui/Skeleton.tsx'
import { useRelation } from './use-relation.ts'
import { useToggleFollow } from './use-toggle-follow.ts'

const LABELS: Record<ButtonType, string> = {
  follow: '关注',
  unfollow: '已关注',
  back: '回关',
  mutual: '互相关注',
  self: '',
}

type Props = {
  /** The public id. */
  userId: string
  nickname: string
  /** Where the list already tells it; otherwise it is asked for. */
  relation?: Relation
  size?: 'sm' | 'md'
  /** How long its messages stay, where that differs from elsewhere. */
  toastMs?: number
}

/** 关注 / 已关注 / 回关 / 互相关注; not there for oneself (spec section 3 «Follow status»). */
export function FollowButton({ userId, nickname, relation, size = 'sm', toastMs }: Props) {
  const viewer = useViewer()
  const toggle = useToggleFollow(toastMs)
  const own = viewer?.user_id === userId
  const status = useRelation(userId, relation)
  if (own || status?.buttonType === 'self') return null
  // Its room is kept: a button that says the wrong thing for a moment would be pressed in that moment.
  if (!status) return <Bone width={size === 'sm' ? 74 : 104} height={size === 'sm' ? 36 : 40} round />
  return (
    <Button
      variant={status.isFollowing ? 'plain' : 'primary'}
      size={size}
      aria-label={`${LABELS[status.buttonType]} ${nickname}`}
      title={status.isFollowing ? '取消关注' : undefined}
      onClick={() => toggle(userId, status)}
    >
      {LABELS[status.buttonType]}
    </Button>
  )
}

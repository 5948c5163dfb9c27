import type { ButtonType, Relation } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { Button } from '#ui/Button.tsx'
import { useToggleFollow } from './use-toggle-follow.ts'

const LABELS: Record<ButtonType, string> = {
  follow: '关注',
  unfollow: '已关注',
  back: '回关',
  mutual: '互相关注',
  self: '',
}

const STRANGERS: Relation = { isFollowing: false, isMutual: false, buttonType: 'follow' }

type Props = {
  /** The public id. */
  userId: string
  nickname: string
  /** Where the list already tells it; otherwise it is asked for. */
  relation?: Relation
  size?: 'sm' | 'md'
}

/** 关注 / 已关注 / 回关 / 互相关注; not there for oneself (spec section 3 «Follow status»). */
export function FollowButton({ userId, nickname, relation, size = 'sm' }: Props) {
  const viewer = useViewer()
  const toggle = useToggleFollow()
  const own = viewer?.user_id === userId
  const { data = STRANGERS } = useQuery<Relation>({
    queryKey: keys.followStatus(userId),
    queryFn: ({ signal }) => call(follows.status, { params: { id: userId }, signal }),
    enabled: viewer !== null && !own && !relation,
    initialData: relation,
    staleTime: 60_000,
  })
  if (own || data.buttonType === 'self') return null
  return (
    <Button
      variant={data.isFollowing ? 'plain' : 'primary'}
      size={size}
      aria-label={`${LABELS[data.buttonType]} ${nickname}`}
      onClick={() => toggle(userId, data)}
    >
      {LABELS[data.buttonType]}
    </Button>
  )
}

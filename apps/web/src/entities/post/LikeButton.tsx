import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { ReactionButton } from './ReactionButton.tsx'

type Props = { liked: boolean; count: number; onToggle: () => void; size?: 'sm' | 'lg'; quiet?: boolean }

export function LikeButton({ liked, ...rest }: Props) {
  return <ReactionButton Icon={IconHeart} IconOn={IconHeartFilled} label="点赞" on={liked} tone="accent" {...rest} />
}

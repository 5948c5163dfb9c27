import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { ReactionButton } from './ReactionButton.tsx'

type Props = { collected: boolean; count: number; onToggle: () => void; size?: 'sm' | 'lg' }

export function CollectButton({ collected, ...rest }: Props) {
  return <ReactionButton Icon={IconStar} IconOn={IconStarFilled} label="收藏" on={collected} tone="gold" {...rest} />
}

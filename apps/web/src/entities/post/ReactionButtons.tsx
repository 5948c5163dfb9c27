import { IconHeart, IconHeartFilled, IconStar, IconStarFilled, type TablerIcon } from '@tabler/icons-react'
import { usePrevious } from '#ui/state/use-previous.ts'
import { formatCount, RollingCount } from '#ui/text/Count.tsx'
import classes from './ReactionButtons.module.css'

type CommonProps = {
  count: number
  onToggle: () => void
  /** `sm` on cards and comments, `lg` below a note. */
  size?: 'sm' | 'lg'
  hideZero?: boolean
}

export function LikeButton({ liked, ...rest }: CommonProps & { liked: boolean }) {
  return <ReactionButton Icon={IconHeart} IconOn={IconHeartFilled} label="点赞" on={liked} tone="accent" {...rest} />
}

export function CollectButton({ collected, ...rest }: CommonProps & { collected: boolean }) {
  return <ReactionButton Icon={IconStar} IconOn={IconStarFilled} label="收藏" on={collected} tone="gold" {...rest} />
}

const ICON_SIZE = { sm: 18, lg: 24 } as const

type Props = CommonProps & {
  Icon: TablerIcon
  IconOn: TablerIcon
  label: string
  on: boolean
  tone: 'accent' | 'gold'
}

/** A toggle with a count, whose icon pops once when it is turned on. */
function ReactionButton({ Icon, IconOn, label, on, count, onToggle, tone, size = 'sm', hideZero = false }: Props) {
  const before = usePrevious(on)
  const Current = on ? IconOn : Icon
  const compact = size === 'sm'
  return (
    <button
      type="button"
      className={classes.button}
      data-size={size}
      data-tone={tone}
      aria-pressed={on}
      aria-label={`${label} ${formatCount(count, compact)}`}
      onClick={onToggle}
    >
      <span className={classes.icon} data-pop={(on && before === false) || undefined}>
        <Current size={ICON_SIZE[size]} stroke={1.75} aria-hidden />
      </span>
      {!(hideZero && count === 0) && <RollingCount value={count} compact={compact} />}
    </button>
  )
}

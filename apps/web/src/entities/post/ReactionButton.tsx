import type { TablerIcon } from '@tabler/icons-react'
import { RollingCount } from '#ui/RollingCount.tsx'
import { useBefore } from '#ui/use-before.ts'
import classes from './ReactionButton.module.css'

type Props = {
  Icon: TablerIcon
  IconOn: TablerIcon
  /** Read out; whether it is on is told by its pressed state. */
  label: string
  on: boolean
  count: number
  onToggle: () => void
  /** Colour when on. */
  tone: 'accent' | 'gold'
  /** `sm` on cards and comments, `lg` below a note. */
  size?: 'sm' | 'lg'
  /** Says nothing of a count of 0, where many stand in a column. */
  quiet?: boolean
}

const ICON = { sm: 18, lg: 24 } as const

/** A switch with a count. Its icon pops once when it goes on. */
export function ReactionButton({ Icon, IconOn, label, on, count, onToggle, tone, size = 'sm', quiet = false }: Props) {
  const before = useBefore(on)
  const Shown = on ? IconOn : Icon
  return (
    <button
      type="button"
      className={classes.button}
      data-size={size}
      data-tone={tone}
      aria-pressed={on}
      aria-label={`${label} ${count}`}
      onClick={onToggle}
    >
      <span className={classes.icon} data-pop={(on && before === false) || undefined}>
        <Shown size={ICON[size]} stroke={1.75} aria-hidden />
      </span>
      {!(quiet && count === 0) && <RollingCount value={count} compact={size === 'sm'} />}
    </button>
  )
}

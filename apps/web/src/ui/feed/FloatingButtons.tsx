import { IconArrowUp, IconRefresh, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { scrollToTop, useScrolledPast } from '#ui/motion/scroll.ts'
import classes from './FloatingButtons.module.css'

/** Pixels scrolled before the button appears. */
const BACK_TO_TOP_FROM = 260

export function FloatingButtons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.group} data-screen-only>
      {children}
    </div>
  )
}

type Props = {
  Icon: TablerIcon
  /** The accessible name, and the tooltip unless `tip` is given. */
  label: string
  tip?: string
  onClick: () => void
  pressed?: boolean
  busy?: boolean
}

export function FloatingButton({ Icon, label, tip = label, onClick, pressed, busy }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      data-tip={tip}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </button>
  )
}

export function RefreshButton({ onClick, busy }: { onClick: () => void; busy?: boolean }) {
  return <FloatingButton Icon={IconRefresh} label="刷新" onClick={onClick} busy={busy} />
}

export function BackToTop() {
  const shown = useScrolledPast(BACK_TO_TOP_FROM)
  if (!shown) return null
  return <FloatingButton Icon={IconArrowUp} label="回到顶部" onClick={scrollToTop} />
}

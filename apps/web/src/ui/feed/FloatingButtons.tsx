import { IconArrowUp, IconRefresh, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SCROLLED } from './constants.ts'
import classes from './FloatingButtons.module.css'
import { scrollToTop } from './scroll-to-top.ts'
import { useScrolledPast } from './use-scrolled-past.ts'

/** Round buttons at the page's lower right, above the bottom bar. */
export function FloatingButtons({ children }: { children: ReactNode }) {
  return <div className={classes.group}>{children}</div>
}

type Props = {
  Icon: TablerIcon
  /** Read out and, without a `tip`, shown as the tooltip. */
  label: string
  tip?: string
  onClick: () => void
  /** For toggles. */
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

/** There once the page is scrolled (spec section 9). */
export function BackToTop() {
  const shown = useScrolledPast(SCROLLED.backToTop)
  if (!shown) return null
  return <FloatingButton Icon={IconArrowUp} label="回到顶部" onClick={scrollToTop} />
}

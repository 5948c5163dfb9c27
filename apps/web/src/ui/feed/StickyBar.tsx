import type { ReactNode, Ref } from 'react'
import classes from './StickyBar.module.css'

type Props = { children: ReactNode; className?: string; ref?: Ref<HTMLDivElement> }

/** Tabs above a list that stick below the header. One bar, unlike a second one shown on scroll, keeps its focus. */
export function StickyBar({ children, className, ref }: Props) {
  return (
    <div ref={ref} className={`${classes.bar} ${className ?? ''}`}>
      {children}
    </div>
  )
}

import { type CSSProperties, useLayoutEffect, useState } from 'react'
import classes from './SlidingHighlight.module.css'

/**
 * A pill behind the chosen one of several siblings, which slides when the choice changes; their parent must be positioned.
 * Does what Mantine's FloatingIndicator does without the 6 KB that it would add to the first load.
 */
export function SlidingHighlight({ target }: { target: HTMLElement | null }) {
  const [box, setBox] = useState<{ left: number; width: number } | null>(null)

  useLayoutEffect(() => {
    if (!target) return setBox(null)
    const measure = () => setBox({ left: target.offsetLeft, width: target.offsetWidth })
    measure()
    // Its own width changes with the font's weight, its place with its siblings' widths.
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    if (target.parentElement) observer.observe(target.parentElement)
    return () => observer.disconnect()
  }, [target])

  if (!box) return null
  const place = { '--left': `${box.left}px`, '--width': `${box.width}px` } as CSSProperties
  return <span className={classes.highlight} style={place} aria-hidden />
}

import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'

/**
 * What a form is ended by, on the bottom edge of the dialog or page while the rest scrolls: buttons, and a line with
 * the role `alert` or `status`. The padding that it covers is `--edge`, 24px where nothing else is said.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}

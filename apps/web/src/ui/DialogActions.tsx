import type { ReactNode } from 'react'
import classes from './DialogActions.module.css'

type Props = {
  /** Why it could not be done, where no field is to blame. */
  failure: string | null
  children: ReactNode
}

/** The buttons of a dialog's form, in sight at its bottom edge however far the form goes on. */
export function DialogActions({ failure, children }: Props) {
  return (
    <div className={classes.actions}>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {children}
    </div>
  )
}

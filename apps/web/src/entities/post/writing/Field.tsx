import type { ReactNode } from 'react'
import classes from './Field.module.css'
import type { NoteField } from './note.ts'

type Props = {
  field: NoteField
  /** The error's element is `${id}-error`. */
  id: string
  /** A visible heading; absent where the field speaks for itself. */
  label?: string
  aside?: string
  error: string | undefined
  children: ReactNode
  /** Stands below the error. */
  after?: ReactNode
  className?: string
}

/** A part of the form with its heading above and its error beneath. */
export function Field({ field, id, label, aside, error, children, after, className }: Props) {
  return (
    <div className={`${classes.field} ${className ?? ''}`} data-field={field} data-error={error ? true : undefined}>
      {label && (
        <div className={classes.head}>
          <span id={`${id}-label`} className={classes.label}>
            {label}
          </span>
          {aside && <span className={classes.aside}>{aside}</span>}
        </div>
      )}
      {children}
      <p id={`${id}-error`} className={classes.error} role="alert">
        {error}
      </p>
      {after}
    </div>
  )
}

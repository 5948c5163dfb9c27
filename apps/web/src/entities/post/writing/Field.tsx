import type { ReactNode } from 'react'
import form from '#ui/form/FormField.module.css'
import classes from './Field.module.css'
import type { NoteField } from './note-form.ts'

type Props = {
  field: NoteField
  /** The heading gets the id `${id}-label`, the error `${id}-error`. */
  id: string
  label?: string
  aside?: string
  error: string | undefined
  children: ReactNode
  after?: ReactNode
  className?: string
}

export function Field({ field, id, label, aside, error, children, after, className }: Props) {
  return (
    <div className={`${classes.field} ${className ?? ''}`} data-field={field} data-error={error ? true : undefined}>
      {label && (
        <div className={form.head}>
          <span id={`${id}-label`} className={form.label}>
            {label}
          </span>
          {aside && <span className={form.aside}>{aside}</span>}
        </div>
      )}
      {children}
      <p id={`${id}-error`} className={form.error} role="alert">
        {error}
      </p>
      {after}
    </div>
  )
}

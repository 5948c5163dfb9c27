import { type ReactNode, useId } from 'react'
import classes from './FieldBox.module.css'

type Props = {
  /** Its name in the form: where an error leads to. */
  field: string
  label: string
  /** Beside the label: a hint, a count, a button. */
  aside?: ReactNode
  error?: string | undefined
  /** Holds several controls, which the label names together; otherwise one input gets `id` and is named by it. */
  group?: boolean
  children: ReactNode | ((ids: { id: string; describedBy: string }) => ReactNode)
}

/** A part of a form: its label above, what is wrong with it beneath. */
export function FieldBox({ field, label, aside, error, group = false, children }: Props) {
  const id = useId()
  const describedBy = `${id}-error`
  const labelled = group
    ? ({ role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } as const)
    : {}
  return (
    <div className={classes.field} data-field={field} {...labelled}>
      <div className={classes.head}>
        {group ? (
          <span id={`${id}-label`} className={classes.label}>
            {label}
          </span>
        ) : (
          <label htmlFor={id} className={classes.label}>
            {label}
          </label>
        )}
        {typeof aside === 'string' ? <span className={classes.aside}>{aside}</span> : aside}
      </div>
      {typeof children === 'function' ? children({ id, describedBy }) : children}
      <p id={describedBy} className={classes.error} role="alert">
        {error}
      </p>
    </div>
  )
}

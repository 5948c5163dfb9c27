import { type ReactNode, useId } from 'react'
import classes from './FormField.module.css'

type Props = {
  /** The field's name in the form, by which an error finds it. */
  field: string
  label: string
  aside?: ReactNode
  error?: string | undefined
  /** For several controls, which the label names as a group; otherwise one input gets `id` and the label. */
  group?: boolean
  children: ReactNode | ((ids: { id: string; describedBy: string }) => ReactNode)
}

export function FormField({ field, label, aside, error, group = false, children }: Props) {
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

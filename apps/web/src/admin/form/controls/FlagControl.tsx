import { useId } from 'react'
import type { ControlProps } from '../control.ts'
import classes from './FlagControl.module.css'

/** Yes or no. */
export function FlagControl({ field, held, onChange }: ControlProps<'flag'>) {
  const id = useId()
  const { name, label, hint } = field
  return (
    <div className={classes.flag}>
      <label className={classes.label}>
        <input
          type="checkbox"
          name={name}
          checked={held}
          aria-describedby={hint ? id : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={id} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

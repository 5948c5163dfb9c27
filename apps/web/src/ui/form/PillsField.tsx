import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './PillsField.module.css'

type Props = {
  values: readonly string[]
  kind: 'plain' | 'tag'
  removeLabel: (value: string) => string
  onRemove: (value: string) => void
  invalid: boolean
  disabled: boolean
  children: ReactNode
}

/** Values as pills, each with a button that removes it, followed by the input for the next one. */
export function PillsField({ values, kind, removeLabel, onRemove, invalid, disabled, children }: Props) {
  return (
    <div className={classes.box} data-invalid={invalid || undefined}>
      {values.map((value) => (
        <span key={value} className={classes.pill} data-kind={kind}>
          <span className={classes.name}>{kind === 'tag' ? `#${value}` : value}</span>
          <button type="button" aria-label={removeLabel(value)} disabled={disabled} onClick={() => onRemove(value)}>
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </span>
      ))}
      {children}
    </div>
  )
}

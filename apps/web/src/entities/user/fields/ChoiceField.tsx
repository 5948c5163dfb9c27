import { useId } from 'react'
import { FormField } from '#ui/form/FormField.tsx'
import classes from './ChoiceField.module.css'

type Props = {
  field: string
  label: string
  choices: readonly string[]
  /** '' for 未设置. */
  value: string
  error?: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
}

export function ChoiceField({ field, label, choices, value, error, disabled = false, onChange }: Props) {
  const name = useId()
  return (
    <FormField field={field} label={label} error={error} group>
      <div className={classes.choices}>
        {['', ...choices].map((choice) => (
          <label
            key={choice}
            className={classes.choice}
            data-checked={choice === value ? choice || 'unset' : undefined}
            data-disabled={disabled || undefined}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice}
              checked={choice === value}
              disabled={disabled}
              onChange={() => onChange(choice)}
            />
            {choice || '未设置'}
          </label>
        ))}
      </div>
    </FormField>
  )
}

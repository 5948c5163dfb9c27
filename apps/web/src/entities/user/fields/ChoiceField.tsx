import { useId } from 'react'
import { FieldBox } from '#ui/FieldBox.tsx'
import classes from './ChoiceField.module.css'

type Props = {
  field: string
  label: string
  choices: readonly string[]
  /** '' for none of them. */
  value: string
  error?: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
}

/** A few words, one of which may be chosen, all in sight. */
export function ChoiceField({ field, label, choices, value, error, disabled = false, onChange }: Props) {
  const name = useId()
  return (
    <FieldBox field={field} label={label} error={error} group>
      <div className={classes.choices}>
        {['', ...choices].map((choice) => (
          <label key={choice} className={classes.choice}>
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
    </FieldBox>
  )
}

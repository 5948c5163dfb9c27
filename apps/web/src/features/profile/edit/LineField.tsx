import { FieldBox } from '#ui/FieldBox.tsx'
import classes from './EditProfileForm.module.css'
import { countOf } from './profile-form.ts'

type Props = {
  field: string
  label: string
  placeholder: string
  value: string
  /** Characters. More can be typed: nothing of a pasted text gets lost. */
  max: number
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** A line of text that counts its characters. */
export function LineField({ field, label, placeholder, value, max, error, disabled, onChange }: Props) {
  return (
    <FieldBox field={field} label={label} aside={countOf(value, max)} error={error}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className={classes.line}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldBox>
  )
}

import { TextField } from '#ui/form/TextField.tsx'
import type { ControlProps } from '../../define-field.ts'
import classes from './TextControl.module.css'

type Props = ControlProps<'text' | 'number' | 'time' | 'person' | 'password'>

const INPUT_PROPS = {
  text: {},
  number: { inputMode: 'numeric' },
  time: { type: 'datetime-local' },
  person: { autoCapitalize: 'none' },
  password: { password: true },
} as const

/** One line of text, or the value as plain text if it is read-only. */
export function TextControl({ field, value, error, readOnly, storedName, autoFocus, onChange }: Props) {
  const { name, label, kind, hint, placeholder, required = false } = field
  if (readOnly) {
    return (
      <p className={classes.readOnly} title="创建之后不能更改">
        <span>{label}</span>
        <span>
          {value || '-'}
          {storedName && <span className={classes.name}>{storedName}</span>}
        </span>
      </p>
    )
  }
  return (
    <TextField
      {...INPUT_PROPS[kind]}
      name={name}
      label={label}
      description={[storedName && `原来是「${storedName}」`, hint].filter(Boolean).join('；') || undefined}
      placeholder={placeholder ?? `请输入${label}`}
      value={value}
      error={error}
      required={required}
      data-autofocus={autoFocus || undefined}
      onChange={onChange}
      autoComplete={kind === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
    />
  )
}

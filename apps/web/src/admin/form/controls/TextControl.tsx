import { TextField } from '#ui/TextField.tsx'
import type { ControlProps } from '../control.ts'
import classes from './LineControl.module.css'

type Props = ControlProps<'text'> | ControlProps<'number'> | ControlProps<'person'> | ControlProps<'password'>

const WAYS = {
  text: {},
  number: { inputMode: 'numeric' },
  person: { autoCapitalize: 'none' },
  password: { password: true },
} as const

/** A line of text; one that is decided for good is told in few words. */
export function LineControl({ field, held, error, fixed, told, autoFocus, onChange }: Props) {
  const { name, label, kind, hint, placeholder, required = false } = field
  if (fixed) {
    return (
      <p className={classes.fixed} title="创建之后不能更改">
        <span>{label}</span>
        <span>
          {held || '-'}
          {told && <span className={classes.told}>{told}</span>}
        </span>
      </p>
    )
  }
  return (
    <TextField
      {...WAYS[kind]}
      name={name}
      label={label}
      description={[told && `原来是「${told}」`, hint].filter(Boolean).join('；') || undefined}
      placeholder={placeholder ?? `请输入${label}`}
      value={held}
      error={error}
      required={required}
      data-autofocus={autoFocus || undefined}
      onChange={onChange}
      autoComplete={kind === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
    />
  )
}

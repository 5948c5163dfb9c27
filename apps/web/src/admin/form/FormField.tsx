import { NativeSelect } from '@mantine/core'
import { TextField } from '#ui/TextField.tsx'
import type { Field } from '../define-resource.ts'
import classes from './FormField.module.css'

type Props = {
  field: Field
  value: string
  error?: string | null | undefined
  onChange: (value: string) => void
  /** Has the focus when the dialog opens. */
  autoFocus: boolean
}

export function FormField({ field, value, error, onChange, autoFocus }: Props) {
  const { name, label, hint, placeholder } = field
  const shared = { name, label, description: hint, value, 'data-autofocus': autoFocus || undefined }
  if (field.kind === 'select') {
    return (
      <NativeSelect
        {...shared}
        classNames={classes}
        error={error ?? undefined}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[...(field.initial === undefined ? [{ value: '', label: '请选择' }] : []), ...field.options]}
      />
    )
  }
  return (
    <TextField
      {...shared}
      error={error}
      onChange={onChange}
      placeholder={placeholder ?? `请输入${label}`}
      inputMode={field.kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

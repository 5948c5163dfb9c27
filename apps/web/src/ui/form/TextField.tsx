import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core'
import classes from './TextField.module.css'

type Props = Omit<TextInputProps, 'classNames' | 'styles' | 'vars' | 'attributes' | 'size' | 'onChange' | 'type'> & {
  value: string
  onChange: (value: string) => void
  password?: boolean
  type?: 'datetime-local'
}

/** A labelled text input with its error below. For lazy chunks only: it loads Mantine's inputs. */
export function TextField({ password = false, onChange, error, ...rest }: Props) {
  const props = {
    ...rest,
    size: 'md',
    classNames: classes,
    error: error ?? undefined,
    errorProps: { role: 'alert' },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
  if (!password) return <TextInput {...props} />
  // Mantine leaves it out of its password inputs.
  const invalid = { 'aria-invalid': error ? true : undefined }
  return <PasswordInput {...props} {...invalid} visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }} />
}

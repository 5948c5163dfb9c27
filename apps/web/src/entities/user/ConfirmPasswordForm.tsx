import { type FormEvent, type ReactNode, useEffect } from 'react'
import { ApiError, messageOf } from '#api/error.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './ConfirmPasswordForm.module.css'

type Props = {
  label: string
  busy: boolean
  /** What was refused at the last try. */
  error: Error | null
  onSubmit: (password: string) => void
  /** What stands above the field. */
  children: ReactNode
  onBack?: () => void
}

/** Shown at the field, so callers need not toast it. */
export const isPasswordError = (error: unknown) => error instanceof ApiError && error.field === 'password'

/** Asks for the account's password before a school account is linked. */
export function ConfirmPasswordForm({ label, busy, error, onSubmit, children, onBack }: Props) {
  const { values, field, accept, refuse, focus, valid } = useFields({ password: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('password'), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each refusal
  useEffect(() => {
    if (error && isPasswordError(error)) refuse('password', messageOf(error, '密码不正确'))
  }, [error])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && accept({ password: values.password ? null : '请输入密码' })) onSubmit(values.password)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{children}</p>
      <TextField
        {...field('password')}
        password
        label="密码"
        placeholder="请输入密码"
        autoComplete="current-password"
        maxLength={200}
      />
      <Button type="submit" size="lg" wide disabled={values.password === '' || !valid} loading={busy}>
        {label}
      </Button>
      {onBack && (
        <Button variant="plain" size="lg" wide onClick={onBack}>
          返回
        </Button>
      )}
    </form>
  )
}

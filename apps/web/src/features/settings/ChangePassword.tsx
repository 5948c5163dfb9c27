import { ACCOUNT } from '@shiliu/contract/limits'
import { newPasswordRule } from '@shiliu/contract/rules'
import * as users from '@shiliu/contract/users'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { userSession } from '#api/session.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useFields } from '#ui/use-fields.ts'
import classes from './AccountForm.module.css'
import { passwordFailure } from './password-failure.ts'
import { closeSettings, settingsView } from './settings-dialog.ts'

/** Spec section 5 «Change password». The other devices are signed out by the server; this one stays. */
export function ChangePassword() {
  const { values, field, setError, accept, filled, faultless } = useFields({ current: '', next: '', again: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const publicId = userSession.get()?.info.user_id ?? ''

  const change = useMutation({
    mutationFn: () =>
      call(users.changePassword, {
        params: { id: publicId },
        body: { currentPassword: values.current, newPassword: values.next },
      }),
    onSuccess() {
      toast.success('密码修改成功')
      closeSettings()
    },
    onError(error) {
      const { at, message } = passwordFailure(error)
      if (at === 'form') return setFailure(message)
      if (at === 'current') field('current').onChange('')
      setError(at, message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const fine = accept({
      current: values.current ? null : '请输入当前密码',
      next: newPasswordRule(values.next),
      again: values.next === values.again ? null : '两次输入的新密码不一致',
    })
    if (fine) change.mutate()
  }

  const limits = { password: true, maxLength: ACCOUNT.passwordMax } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        {...field('current')}
        {...limits}
        label="当前密码"
        placeholder="请输入当前密码"
        autoComplete="current-password"
        data-autofocus
      />
      <TextField {...field('next')} {...limits} label="新密码" placeholder="6-20位" autoComplete="new-password" />
      <TextField
        {...field('again')}
        {...limits}
        label="确认新密码"
        placeholder="再输入一次新密码"
        autoComplete="new-password"
      />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="plain" size="lg" onClick={() => settingsView.set('account')}>
          返回
        </Button>
        <Button type="submit" size="lg" disabled={!filled || !faultless} loading={change.isPending}>
          修改密码
        </Button>
      </div>
    </form>
  )
}

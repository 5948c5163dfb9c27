import * as campus from '@shiliu/contract/campus'
import { ACCOUNT } from '@shiliu/contract/limits'
import { newPasswordRule } from '@shiliu/contract/rules'
import * as users from '@shiliu/contract/users'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { userSession } from '#api/session.ts'
import { refreshLinks, useOwnPassword } from '#entities/user/campus.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AccountForm.module.css'
import { closeSettings, settingsView } from './settings-view.ts'

/** Changes the password. The server signs out all other devices. */
export function ChangePassword() {
  const { values, field, accept, refuse, filled, valid } = useFields({ current: '', next: '', again: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const publicId = userSession.get()?.info.user_id ?? ''
  /** The account was made with a campus account. */
  const isFirst = useOwnPassword().none

  const change = useMutation({
    mutationFn: async () => {
      if (isFirst) return void (await call(campus.setPassword, { body: { newPassword: values.next } }))
      await call(users.changePassword, {
        params: { id: publicId },
        body: { currentPassword: values.current, newPassword: values.next },
      })
    },
    onSuccess() {
      toast.success(isFirst ? '密码已设置' : '密码修改成功')
      if (isFirst) void refreshLinks()
      closeSettings()
    },
    onError(error) {
      const message = actionErrorMessage(error, '密码修改失败，请重试')
      const { error: code, field: wrong } = error instanceof ApiError ? error : {}
      if (code === 'password_unchanged' || wrong === 'newPassword') return refuse('next', message)
      if (code !== 'password_current_wrong' && wrong !== 'currentPassword') return setFailure(message)
      field('current').onChange('')
      refuse('current', '当前密码输入错误，请检查后重新输入')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const valid = accept({
      current: values.current || isFirst ? null : '请输入当前密码',
      next: newPasswordRule(values.next),
      again: values.next === values.again ? null : '两次输入的新密码不一致',
    })
    if (valid) change.mutate()
  }

  const limits = { password: true, maxLength: ACCOUNT.passwordMax } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {!isFirst && (
        <TextField
          {...field('current')}
          password
          label="当前密码"
          placeholder="请输入当前密码"
          autoComplete="current-password"
          data-autofocus
        />
      )}
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
        <Button
          type="submit"
          size="lg"
          disabled={!(isFirst ? values.next && values.again : filled) || !valid}
          loading={change.isPending}
        >
          {isFirst ? '设置密码' : '修改密码'}
        </Button>
      </div>
    </form>
  )
}

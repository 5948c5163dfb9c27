import * as auth from '@shiliu/contract/admin/auth'
import { ROLE_WORDS } from '@shiliu/contract/admin/roles'
import { ACCOUNT } from '@shiliu/contract/limits'
import { newPasswordRule } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { useAdmin } from '#api/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import classes from './AccountPage.module.css'
import { OwnEmail } from './OwnEmail.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { AllSessions, OwnSessions } from './SessionList.tsx'

/** The administrator's own password, second factor and sessions (docs/product.md#second-factor). */
export function AccountPage() {
  const admin = useAdmin()
  const may = useMay()
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>我的账号</h1>
      {admin && (
        <p className={classes.intro}>
          {admin.username}，{ROLE_WORDS[admin.role]}
        </p>
      )}
      <SecondFactor />
      <PasswordForm />
      <OwnEmail />
      <OwnSessions />
      {may(auth.listAllSessions) && <AllSessions />}
    </div>
  )
}

const EMPTY = { current: '', next: '', again: '' }

function PasswordForm() {
  const { values, field, accept, refuse } = useFields(EMPTY)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: () =>
      call(auth.changePassword, { body: { currentPassword: values.current, newPassword: values.next } }),
    onSuccess() {
      toast.success('密码修改成功', ADMIN_TOAST_MS)
      for (const name of ['current', 'next', 'again'] as const) field(name).onChange('')
    },
    onError(error) {
      const message = messageOf(error, '密码修改失败，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (at === 'currentPassword') return refuse('current', message)
      if (at === 'newPassword') return refuse('next', message)
      setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const valid = accept({
      current: values.current ? null : '请输入当前密码',
      next: newPasswordRule(values.next),
      again: values.next === values.again ? null : '两次输入的新密码不一致',
    })
    if (valid) change.mutate()
  }

  const limits = { password: true, maxLength: ACCOUNT.passwordMax } as const
  return (
    <form className={classes.section} onSubmit={submit} noValidate>
      <h2 className={classes.heading}>修改密码</h2>
      <TextField {...field('current')} password label="当前密码" autoComplete="current-password" />
      <TextField {...field('next')} {...limits} label="新密码" placeholder="6-20位" autoComplete="new-password" />
      <TextField {...field('again')} {...limits} label="确认新密码" autoComplete="new-password" />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={change.isPending}>
          修改密码
        </Button>
        <p className={classes.hint}>自己的其他设备随即退出登录。</p>
      </div>
    </form>
  )
}

import type { SignedIn } from '@shiliu/contract/auth'
import * as auth from '@shiliu/contract/auth'
import { ACCOUNT } from '@shiliu/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { signInWith } from '#api/sign-in.ts'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { type DeletedAccount, deletedAccountIn } from '#entities/user/RestoreAccount.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AuthDialog.module.css'

type Props = {
  /** 小石榴号 to begin with. */
  account: string
  done: boolean
  onDone: (result: SignedIn) => void
  /** With what was typed as 小石榴号. */
  onDeleted: (refusal: DeletedAccount, account: string) => void
  /** With what was typed as 小石榴号. */
  onForgotten: (account: string) => void
}

export function LoginForm({ account, done, onDone, onDeleted, onForgotten }: Props) {
  const { values, field, focus, accept, refuse, filled, valid } = useFields({ user_id: account, password: '' })
  const client = useQueryClient()
  const [proving, setProving] = useState(false)
  const login = useMutation({
    mutationFn: () => {
      const user_id = values.user_id.trim()
      const send = (extra: object) => call(auth.login, { body: { user_id, password: values.password, ...extra } })
      return signInWith('user', user_id, send, setProving)
    },
    onSuccess: onDone,
    onError(error) {
      const refusal = deletedAccountIn(error)
      if (refusal) return onDeleted(refusal, values.user_id.trim())
      const code = error instanceof ApiError ? error.error : undefined
      if (code === 'credentials_wrong' && values.user_id.includes('@')) refuse('user_id', '请输入小石榴号，不是邮箱')
      else focus('password')
      // Switched off since the dialog asked.
      if (code === 'local_passwords_off') void client.invalidateQueries({ queryKey: keys.campus })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { user_id, password } = values
    if (!user_id.trim() && !password) return
    const errors = { user_id: user_id.trim() ? null : '请输入小石榴号', password: password ? null : '请输入密码' }
    if (accept(errors)) login.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        {...field('user_id')}
        label="小石榴号"
        placeholder="请输入小石榴号"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT.userIdMax}
        data-autofocus={account === '' || undefined}
      />
      <TextField
        {...field('password')}
        password
        label="密码"
        placeholder="请输入密码"
        autoComplete="current-password"
        data-autofocus={account !== '' || undefined}
      />
      <button type="button" className={classes.forgotten} onClick={() => onForgotten(values.user_id.trim())}>
        忘记密码
      </button>
      {login.error && valid && (
        <p className={classes.failure} role="alert">
          {actionErrorMessage(login.error, '登录失败，请稍后重试')}
        </p>
      )}
      {proving && <ProofHint />}
      <Button type="submit" size="lg" wide disabled={!filled || !valid || done} loading={login.isPending}>
        登录
      </Button>
    </form>
  )
}

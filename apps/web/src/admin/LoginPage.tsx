import * as auth from '@shiliu/contract/admin/auth'
import { adminUsernameRule } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { adminSession } from '#api/session.ts'
import { signInWith } from '#api/sign-in.ts'
import { paths } from '#app/paths.ts'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import { useTitle } from '#ui/history/use-title.ts'
import { Logo } from '#ui/media/Logo.tsx'
import { site } from '#ui/site.ts'
import { ADMIN_TOAST_MS } from './feedback.ts'
import classes from './LoginPage.module.css'
import { keptPlace } from './return-place.ts'

const REDIRECT_MS = 1000

/** The sign-in page of administrators (docs/product.md#admin-login). */
export function LoginPage() {
  useTitle('管理员登录')
  // Read once: after a sign-in here the page stays until its message was seen.
  const [signedIn] = useState(() => adminSession.get() !== null)
  return signedIn ? <Navigate to={paths.adminHome()} replace /> : <LoginCard />
}

function LoginCard() {
  const navigate = useNavigate()
  /** Asked for once the server wants it. */
  const [asksCode, setAsksCode] = useState(false)
  const { values, field, focus, accept } = useFields({ username: '', password: '', code: '' })
  const [proving, setProving] = useState(false)
  const login = useMutation({
    mutationFn: () => {
      const username = values.username.trim()
      const send = (extra: object) =>
        call(auth.login, { body: { username, password: values.password, code: values.code, ...extra } })
      return signInWith('admin', username, send, setProving)
    },
    onError(error) {
      const wantsCode = error instanceof ApiError && error.field === 'code'
      if (wantsCode) setAsksCode(true)
      focus(wantsCode ? 'code' : 'password')
    },
    onSuccess({ admin, tokens }) {
      adminSession.signIn(tokens, admin)
      toast.success('登录成功，正在跳转...', ADMIN_TOAST_MS)
      // Preloads the back office while the message shows; a failure surfaces on navigation.
      import('./AdminApp.tsx').catch(() => {})
    },
  })
  const { isSuccess, reset } = login

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => navigate(keptPlace() ?? paths.adminHome(), { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate])

  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = { username: adminUsernameRule(values.username), password: values.password ? null : '请输入密码' }
    if (accept(errors)) login.mutate()
  }

  /** Props of a field that clear the sign-in error on input. */
  function fieldProps(name: 'username' | 'password' | 'code') {
    const { onChange, ...rest } = field(name)
    return {
      ...rest,
      onChange(value: string) {
        onChange(value)
        if (login.isError) reset()
      },
    }
  }

  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <div className={classes.head}>
          <Logo size={56} markOnly />
          <h1 className={classes.title}>{site.get().name}管理后台</h1>
        </div>
        <TextField
          {...fieldProps('username')}
          label="用户名"
          placeholder="请输入用户名"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <TextField
          {...fieldProps('password')}
          password
          label="密码"
          placeholder="请输入密码"
          autoComplete="current-password"
        />
        {asksCode && (
          <TextField
            {...fieldProps('code')}
            label="验证码"
            placeholder="验证器上的 6 位数字，或一个恢复码"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
        {login.error && (
          <p className={classes.failure} role="alert">
            {errorText(login.error)}
          </p>
        )}
        {proving && <ProofHint />}
        <Button type="submit" size="lg" wide className={classes.submit} loading={login.isPending || isSuccess}>
          {isSuccess ? '正在进入' : '登录'}
        </Button>
      </form>
      <Link className={classes.back} to={paths.home()}>
        返回主站
      </Link>
    </main>
  )
}

/** Messages of the server that are specific, such as a disabled account, are shown as they are. */
function errorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500) return '登录失败，请稍后重试'
  if (error.error === 'credentials_wrong') return '登录失败，请检查用户名和密码'
  return error.message
}

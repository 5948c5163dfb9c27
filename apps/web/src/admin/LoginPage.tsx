import * as auth from '@shiliu/contract/admin/auth'
import { adminUsernameRule, passwordRule } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { adminSession } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useFields } from '#ui/use-fields.ts'
import { useTitle } from '#ui/use-title.ts'
import { TOAST_MS } from '../toast-ms.ts'
import classes from './LoginPage.module.css'
import { loginFailure } from './login-failure.ts'

const ENTER_AFTER_MS = 1000

/** Sign-in of administrators (spec sections 2 «Admin login», 5 and 8 «Admin»). */
export function LoginPage() {
  useTitle('管理员登录')
  // Not followed: the session that is opened here lets the page say so before it leaves.
  const [signedIn] = useState(() => adminSession.get() !== null)
  return signedIn ? <Navigate to={paths.adminHome()} replace /> : <LoginCard />
}

function LoginCard() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { values, field, accept } = useFields({ username: '', password: '' })
  const login = useMutation({
    mutationFn: () => call(auth.login, { body: { username: values.username.trim(), password: values.password } }),
    onSuccess({ admin, tokens }) {
      adminSession.signIn(tokens, admin)
      toast.success('登录成功，正在跳转...', TOAST_MS)
      // Fetched while the message is read; a failure shows when the page is entered.
      import('../AdminApp.tsx').catch(() => {})
    },
  })
  const { isSuccess, reset } = login

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => navigate(paths.adminHome(), { replace: true }), ENTER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate])

  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = { username: adminUsernameRule(values.username), password: passwordRule(values.password) }
    if (accept(errors)) return login.mutate()
    form.current?.querySelector<HTMLInputElement>(`[name="${errors.username ? 'username' : 'password'}"]`)?.focus()
  }

  /** What was refused is no longer what stands there. */
  function edited(name: 'username' | 'password') {
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
      <form ref={form} className={classes.card} onSubmit={submit} noValidate>
        <div className={classes.head}>
          <Logo size={56} markOnly />
          <h1 className={classes.title}>小石榴管理后台</h1>
        </div>
        <TextField
          {...edited('username')}
          label="用户名"
          placeholder="请输入用户名"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <TextField
          {...edited('password')}
          password
          label="密码"
          placeholder="请输入密码"
          autoComplete="current-password"
        />
        {login.error && (
          <p className={classes.failure} role="alert">
            {loginFailure(login.error)}
          </p>
        )}
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

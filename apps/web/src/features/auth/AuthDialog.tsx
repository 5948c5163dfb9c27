import type { SignedIn } from '@shiliu/contract/auth'
import { useEffect, useState } from 'react'
import { toViewer, userSession } from '#api/session.ts'
import { type AuthMode, authDialog } from '#entities/user/require-login.ts'
import { AUTH_CLOSE_MS } from '#ui/constants.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { Logo } from '#ui/Logo.tsx'
import { toast } from '#ui/toast.ts'
import classes from './AuthDialog.module.css'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/**
 * Sign-in and registration (spec sections 4, 5). The session begins at once and the page's data is asked for again, so
 * there is no need to load the page anew when the dialog closes.
 */
export function AuthDialog() {
  const asked = authDialog.use()
  const [mode, setMode] = useState<AuthMode>(asked ?? 'login')
  const [done, setDone] = useState(false)
  const [captchaOpen, setCaptchaOpen] = useState(false)
  if (asked && asked !== mode) setMode(asked)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => authDialog.set(null), AUTH_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [done])

  function signedIn({ user, tokens }: SignedIn) {
    const viewer = toViewer(user)
    if (!viewer) return
    userSession.signIn(tokens, viewer)
    toast.success(mode === 'login' ? '登录成功' : '注册成功')
    setDone(true)
  }

  const registering = mode === 'register'
  return (
    <DialogFrame
      opened={asked !== null}
      onClose={() => authDialog.set(null)}
      onExited={() => setDone(false)}
      title={registering ? '注册小石榴' : '登录小石榴'}
      width={400}
      closeOnClickOutside={false}
    >
      <div className={classes.mark}>
        <Logo size={56} markOnly />
      </div>
      {registering ? (
        <RegisterForm done={done} onDone={signedIn} captchaOpen={captchaOpen} onCaptcha={setCaptchaOpen} />
      ) : (
        <LoginForm done={done} onDone={signedIn} />
      )}
      <p className={classes.other}>
        {registering ? '已有账号？' : '还没有账号？'}
        <button type="button" disabled={done} onClick={() => authDialog.set(registering ? 'login' : 'register')}>
          {registering ? '去登录' : '去注册'}
        </button>
      </p>
    </DialogFrame>
  )
}

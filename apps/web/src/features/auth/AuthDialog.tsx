import type { SignedIn } from '@shiliu/contract/auth'
import { useEffect, useState } from 'react'
import { toViewer, userSession } from '#api/session.ts'
import { type AuthMode, authDialog } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Logo } from '#ui/media/Logo.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './AuthDialog.module.css'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const CLOSE_MS = 1000

/** Signs in or registers. The session starts and queries refetch at once; the dialog closes a moment later. */
export function AuthDialog() {
  const requested = authDialog.use()
  const [mode, setMode] = useState<AuthMode>(requested ?? 'login')
  const [done, setDone] = useState(false)
  const [captchaOpen, setCaptchaOpen] = useState(false)
  if (requested && requested !== mode) setMode(requested)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => authDialog.set(null), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [done])

  function signIn({ user, tokens }: SignedIn) {
    const viewer = toViewer(user)
    if (!viewer) return
    userSession.signIn(tokens, viewer)
    toast.success(mode === 'login' ? '登录成功' : '注册成功')
    setDone(true)
  }

  const registering = mode === 'register'
  return (
    <DialogFrame
      opened={requested !== null}
      onClose={() => authDialog.set(null)}
      onExited={() => setDone(false)}
      title={registering ? '注册小石榴' : '登录小石榴'}
      width={400}
      closeOnClickOutside={false}
    >
      <div className={classes.logo}>
        <Logo size={56} markOnly />
      </div>
      {registering ? (
        <RegisterForm done={done} onDone={signIn} captchaOpen={captchaOpen} onCaptchaOpen={setCaptchaOpen} />
      ) : (
        <LoginForm done={done} onDone={signIn} />
      )}
      <p className={classes.switch}>
        {registering ? '已有账号？' : '还没有账号？'}
        <button type="button" disabled={done} onClick={() => authDialog.set(registering ? 'login' : 'register')}>
          {registering ? '去登录' : '去注册'}
        </button>
      </p>
    </DialogFrame>
  )
}

import type { SignedIn } from '@shiliu/contract/auth'
import { useEffect, useRef, useState } from 'react'
import { toViewer, userSession } from '#api/session.ts'
import { useCampus } from '#entities/user/campus.queries.ts'
import { type AuthMode, authDialog } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useGuardedClose } from '#ui/history/use-leave-guard.ts'
import { Logo } from '#ui/media/Logo.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { site } from '#ui/site.ts'
import classes from './AuthDialog.module.css'
import { CampusButtons } from './CampusButtons.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const CLOSE_MS = 1000

const QUESTION = {
  title: '放弃注册？',
  message: '填写的内容不会保留',
  type: 'warning',
  confirmLabel: '放弃',
  cancelLabel: '继续填',
} as const

/** Signs in or registers. The session starts and queries refetch at once; the dialog closes a moment later. */
export function AuthDialog() {
  const requested = authDialog.use()
  const [mode, setMode] = useState<AuthMode>(requested ?? 'login')
  const [done, setDone] = useState(false)
  const [captchaOpen, setCaptchaOpen] = useState(false)
  /** What was typed as 小石榴号 before 忘记密码 was pressed. */
  const [account, setAccount] = useState('')
  const [forgotten, setForgotten] = useState(false)
  const typed = useRef(false)
  const campusOnly = useCampus().data?.local_passwords === false
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

  function backToLogin() {
    ignoreSecondClick()
    setForgotten(false)
  }

  const registering = mode === 'register'
  const close = useGuardedClose({
    question: QUESTION,
    hasUnsaved: () => requested === 'register' && typed.current && !done,
    isSignedIn: () => true,
    isSaving: () => false,
    close: () => authDialog.set(null),
  })
  return (
    <DialogFrame
      opened={requested !== null}
      onClose={close}
      onExited={() => {
        setDone(false)
        setForgotten(false)
        setAccount('')
      }}
      title={forgotten ? '重设密码' : `${registering ? '注册' : '登录'}${site.get().name}`}
      width={400}
      closeOnClickOutside={false}
    >
      <div className={classes.logo}>
        <Logo size={56} markOnly />
      </div>
      {forgotten && <ForgotPassword account={account} onBack={backToLogin} />}
      {!forgotten && !campusOnly && registering && (
        <RegisterForm
          done={done}
          onDone={signIn}
          captchaOpen={captchaOpen}
          onCaptchaOpen={setCaptchaOpen}
          onTyped={(hasText) => {
            typed.current = hasText
          }}
        />
      )}
      {!forgotten && !campusOnly && !registering && (
        <LoginForm
          account={account}
          done={done}
          onDone={signIn}
          onForgotten={(typedId) => {
            ignoreSecondClick()
            setAccount(typedId)
            setForgotten(true)
          }}
        />
      )}
      {!forgotten && <CampusButtons alone={campusOnly} disabled={done} />}
      {!forgotten && !campusOnly && (
        <p className={classes.switch}>
          {registering ? '已有账号？' : '还没有账号？'}
          <button type="button" disabled={done} onClick={() => authDialog.set(registering ? 'login' : 'register')}>
            {registering ? '去登录' : '去注册'}
          </button>
        </p>
      )}
    </DialogFrame>
  )
}

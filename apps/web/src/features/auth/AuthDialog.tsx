import type { SignedIn } from '@shiliu/contract/auth'
import { useEffect, useRef, useState } from 'react'
import { toViewer, userSession } from '#api/session.ts'
import { useCampus } from '#entities/user/campus.queries.ts'
import { type DeletedAccount, RestoreAccount } from '#entities/user/RestoreAccount.tsx'
import { type AuthMode, authDialog } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
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
  /** What was typed as 小石榴号 before 忘记密码 was pressed. */
  const [account, setAccount] = useState('')
  const [asked, setAsked] = useState(false)
  const [deleted, setDeleted] = useState<DeletedAccount | null>(null)
  const typed = useRef(false)
  const content = useRef<HTMLDivElement>(null)
  const campus = useCampus()
  const campusOnly = campus.data?.local_passwords === false
  const forgotten = asked && !campusOnly
  const aside = forgotten || deleted !== null
  /** Which forms the site has is not known at first. A failure shows those of most sites, also while asking again. */
  const waits = !aside && !campus.isFetched
  const hasForm = !aside && !waits
  if (requested && requested !== mode) setMode(requested)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => authDialog.set(null), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [done])

  // The dialog sets the focus when it opens; this does when a form comes later or again.
  useEffect(() => {
    if (hasForm) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [hasForm])

  function signIn({ user, tokens }: SignedIn, message = mode === 'login' ? '登录成功' : '注册成功') {
    const viewer = toViewer(user)
    if (!viewer) return
    userSession.signIn(tokens, viewer)
    toast.success(message)
    setDone(true)
  }

  function backToLogin() {
    ignoreSecondClick()
    setAsked(false)
    setDeleted(null)
  }

  const registering = mode === 'register'
  const usual = `${registering ? '注册' : '登录'}${site.get().name}`
  const title = deleted ? '取回账号' : forgotten ? '重设密码' : usual
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
        setAsked(false)
        setDeleted(null)
        setAccount('')
      }}
      title={title}
      width={400}
      closeOnClickOutside={false}
    >
      <div ref={content}>
        <div className={classes.logo}>
          <Logo size={56} markOnly />
        </div>
        {waits && <FormSkeleton fields={2} />}
        {forgotten && (
          <ForgotPassword
            account={account}
            onBack={backToLogin}
            onDone={(reset) => {
              // One signs in by 小石榴号 only.
              setAccount(reset.includes('@') ? '' : reset)
              backToLogin()
            }}
          />
        )}
        {deleted && (
          <RestoreAccount refusal={deleted} onDone={(result) => signIn(result, '账号已取回')} onCancel={backToLogin} />
        )}
        {hasForm && !campusOnly && registering && (
          <RegisterForm
            done={done}
            onDone={signIn}
            onTyped={(hasText) => {
              typed.current = hasText
            }}
          />
        )}
        {hasForm && !campusOnly && !registering && (
          <LoginForm
            account={account}
            done={done}
            onDone={signIn}
            onDeleted={(refusal, typedId) => {
              setAccount(typedId)
              setDeleted(refusal)
            }}
            onForgotten={(typedId) => {
              ignoreSecondClick()
              setAccount(typedId)
              setAsked(true)
            }}
          />
        )}
        {hasForm && <CampusButtons alone={campusOnly} disabled={done} />}
        {hasForm && !campusOnly && (
          <p className={classes.switch}>
            {registering ? '已有账号？' : '还没有账号？'}
            <button type="button" disabled={done} onClick={() => authDialog.set(registering ? 'login' : 'register')}>
              {registering ? '去登录' : '去注册'}
            </button>
          </p>
        )}
      </div>
    </DialogFrame>
  )
}

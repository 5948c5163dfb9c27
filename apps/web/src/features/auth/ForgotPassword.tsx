import * as auth from '@shiliu/contract/auth'
import { MAIL, mailCodeRule } from '@shiliu/contract/email-rules'
import * as emails from '@shiliu/contract/emails'
import { ACCOUNT } from '@shiliu/contract/limits'
import { newPasswordRule } from '@shiliu/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { proveIfAsked } from '#api/sign-in.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AuthDialog.module.css'
import { administrators } from './administrators.ts'
import { CaptchaDialog } from './CaptchaDialog.tsx'
import { useCaptchaOrProof } from './use-captcha-or-proof.ts'

type Props = {
  /** What was typed as 小石榴号 already. */
  account: string
  /** Leads back to signing in. */
  onBack: () => void
  /** With the account, or its address, whose password is a new one. */
  onDone: (account: string) => void
}

/** A new password by a code to the account's address; where the site sends no mail, whom to ask. */
export function ForgotPassword({ account, onBack, onDone }: Props) {
  const rules = useQuery({
    queryKey: keys.registration,
    queryFn: ({ signal }) => call(auth.registration, { signal }),
  })
  const [asked, setAsked] = useState<string | null>(null)
  if (!rules.data?.mail) {
    return (
      <div className={classes.form}>
        {rules.data && (
          <p className={classes.note}>
            这里还不能用邮件找回密码。请联系本站的{administrators()}
            ，告诉他们你的小石榴号；确认是你本人后，管理员会为你设一个新密码。
          </p>
        )}
        {!rules.data && rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
        {!rules.data && !rules.isError && <FormSkeleton fields={1} />}
        <Button variant="plain" size="lg" wide autoFocus onClick={onBack}>
          返回登录
        </Button>
      </div>
    )
  }
  return asked === null ? (
    <AskForm account={account} onAsked={setAsked} onBack={onBack} />
  ) : (
    <ResetForm account={asked} onAgain={() => setAsked(null)} onDone={() => onDone(asked)} />
  )
}

type AskProps = Omit<Props, 'onDone'> & { onAsked: (account: string) => void }

function AskForm({ account, onAsked, onBack }: AskProps) {
  const { values, field, focus, accept, refuse, filled } = useFields({ account })
  const [failure, setFailure] = useState<string | null>(null)
  const typed = values.account.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('account'), [])

  const captcha = useCaptchaOrProof({
    use: 'reset',
    takesCaptcha: true,
    send: (check) => call(emails.askReset, { body: { account: typed, ...check } }),
    onSuccess: () => onAsked(typed),
    onError(error) {
      const message = actionErrorMessage(error, '验证码没有发出，请重试')
      if (error instanceof ApiError && error.field === 'account') refuse('account', message)
      else setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    if (accept({ account: typed ? null : '请输入小石榴号或邮箱' })) captcha.start()
  }

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          {...field('account')}
          label="小石榴号或邮箱"
          placeholder="请输入小石榴号，或绑定的邮箱"
          description={`账号绑定过邮箱的，会收到一个验证码。没有绑定过的，请联系本站的${administrators()}。`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAIL.addressMax}
        />
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        {captcha.isProving && <ProofHint />}
        <Button type="submit" size="lg" wide disabled={!filled} loading={captcha.isSending}>
          发送验证码
        </Button>
        <Button variant="plain" size="lg" wide onClick={onBack}>
          返回登录
        </Button>
      </form>
      <CaptchaDialog {...captcha.dialog} />
    </>
  )
}

type ResetProps = { account: string; onAgain: () => void; onDone: () => void }

function ResetForm({ account, onAgain, onDone }: ResetProps) {
  const { values, field, focus, accept, refuse, filled, valid } = useFields({ code: '', next: '', again: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [proving, setProving] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('code'), [])
  const reset = useMutation({
    mutationFn: () => {
      const body = { account, code: values.code, newPassword: values.next }
      return proveIfAsked('reset', (proof) => call(emails.reset, { body: { ...body, ...proof } }), setProving)
    },
    onSuccess() {
      toast.success('密码已重设，请用新密码登录')
      onDone()
    },
    onError(error) {
      const message = actionErrorMessage(error, '密码没有重设，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (at === 'code') refuse('code', message)
      else if (at === 'newPassword') refuse('next', message)
      else setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const fits = accept({
      code: mailCodeRule(values.code),
      next: newPasswordRule(values.next),
      again: values.next === values.again ? null : '两次输入的新密码不一致',
    })
    if (fits) reset.mutate()
  }

  const limits = { password: true, maxLength: ACCOUNT.passwordMax, autoComplete: 'new-password' } as const
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.note} role="status">
        如果 {account} 绑定了邮箱，验证码已经发到那里，{MAIL.resetMs / 60_000} 分钟内有效。没有收到，请看看垃圾邮件。
      </p>
      <TextField
        {...field('code')}
        label="验证码"
        placeholder="邮件里的 8 位验证码"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2 * MAIL.codeLength}
      />
      <TextField {...field('next')} {...limits} label="新密码" placeholder="6-20位" />
      <TextField {...field('again')} {...limits} label="确认新密码" placeholder="再输入一次新密码" />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {proving && <ProofHint />}
      <Button type="submit" size="lg" wide disabled={!filled || !valid} loading={reset.isPending}>
        重设密码
      </Button>
      <Button variant="plain" size="lg" wide onClick={onAgain}>
        换一个账号，或重新发送
      </Button>
    </form>
  )
}

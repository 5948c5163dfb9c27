import * as auth from '@shiliu/contract/auth'
import { emailRule, MAIL, mailCodeRule } from '@shiliu/contract/email-rules'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { canProve, prove } from '#api/sign-in.ts'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AuthDialog.module.css'
import { type CaptchaAnswer, CaptchaDialog } from './CaptchaDialog.tsx'

/** How often it is looked whether the mail with the code leaves. */
const LOOK_MS = 5000
/** Before another code may be asked for: the last one may be on its way. */
const PAUSE_SECONDS = 60

type Rules = OutputOf<typeof auth.registration>

/** The address to register with, and the code that was sent there (docs/product.md#registration). */
export function useRegistrationEmail(rules: Rules | undefined) {
  const form = useFields({ email: '', email_code: '' })
  const { values, accept, refuse, focus } = form
  /** Where the last code was sent. */
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [pause, setPause] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [captchaOpen, setCaptchaOpen] = useState(false)
  const [captchaError, setCaptchaError] = useState<string | null>(null)
  /** The rules did not come, or were changed since. */
  const [isMissed, setMissed] = useState(false)
  const client = useQueryClient()
  const email = values.email.trim()
  const isSent = sentTo === email && email !== ''
  useQuery({
    queryKey: keys.registration,
    queryFn: ({ signal }) => call(auth.registration, { signal }),
    enabled: isSent,
    refetchInterval: LOOK_MS,
    staleTime: LOOK_MS,
    retry: false,
  })
  const mode = isMissed ? 'required' : (rules?.email ?? 'off')

  useEffect(() => {
    if (pause === 0) return
    const timer = setTimeout(() => setPause(pause - 1), 1000)
    return () => clearTimeout(timer)
  }, [pause])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (sentTo !== null) focus('email_code')
  }, [sentTo])

  const ask = useMutation({
    mutationFn: async (captcha: CaptchaAnswer | 'proof') => {
      const checked = captcha === 'proof' ? { proof: await prove('email') } : captcha
      return call(auth.sendRegistrationCode, { body: { email, ...checked } })
    },
    onSuccess({ delayed }) {
      setCaptchaOpen(false)
      setSentTo(email)
      setPause(PAUSE_SECONDS)
      focus('email_code')
      client.setQueryData<Rules>(keys.registration, (known) => known && { ...known, mail_delayed: delayed })
    },
    onError(error) {
      const message = messageOf(error, '验证码没有发出，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (error instanceof ApiError && error.error === 'proof_wrong' && rules?.captcha) return setCaptchaOpen(true)
      if (at === 'captchaText' || (error instanceof ApiError && error.error?.startsWith('captcha_')))
        return setCaptchaError(message)
      setCaptchaOpen(false)
      if (at === 'email') refuse('email', message)
      else setFailure(message)
    },
  })

  function send() {
    setFailure(null)
    if (ask.isPending || (isSent && pause > 0) || !accept({ email: emailRule(email) })) return
    if (canProve()) return ask.mutate('proof')
    setCaptchaError(null)
    if (ask.isError) client.removeQueries({ queryKey: keys.captcha })
    setCaptchaOpen(true)
  }

  /** Shows what is missing; true where nothing is. */
  function check(): boolean {
    if (mode === 'off' || (mode === 'optional' && email === '')) return true
    const wrong = emailRule(email)
    return accept({
      email: wrong ?? (isSent ? null : '请先获取验证码'),
      email_code: wrong === null && isSent ? mailCodeRule(values.email_code) : null,
    })
  }

  /** Whether what the server says is about these fields, where it is then shown. */
  function takes(error: unknown): boolean {
    const at = error instanceof ApiError ? error.field : undefined
    if (!at || !form.has(at)) return false
    // The site has begun to ask for it since the form was opened.
    if (error instanceof ApiError && error.error === 'email_required') setMissed(true)
    if (at === 'email_code' && !isSent) setSentTo(email)
    refuse(at, messageOf(error, '注册失败'))
    return true
  }

  const typed = email === '' || mode === 'off' ? {} : { email, email_code: values.email_code }
  const isWanting = mode === 'required' && (email === '' || !isSent || values.email_code.trim() === '')
  const captcha = (
    <CaptchaDialog
      opened={captchaOpen}
      error={captchaError}
      busy={ask.isPending}
      onClose={() => setCaptchaOpen(false)}
      onEdit={() => setCaptchaError(null)}
      onConfirm={(answer) => ask.mutate(answer)}
    />
  )
  return {
    ...{ form, mode, rules, isSent, pause, failure, send, check, takes, typed, isWanting, captcha },
    isAsking: ask.isPending,
    isProving: ask.isPending && ask.variables === 'proof',
    hasText: values.email !== '',
  }
}

type Props = { state: ReturnType<typeof useRegistrationEmail> }

export function RegistrationEmail({ state }: Props) {
  const { form, mode, rules, isSent, pause, failure, send, isAsking, isProving } = state
  const { field, values } = form
  if (mode === 'off') return null
  const domains = rules?.email_domains ?? []
  const uses = mode === 'required' ? '忘记密码时用它重设。' : '可以不填。填了以后，忘记密码时用它重设。'
  const isWaiting = isSent && pause > 0
  return (
    <>
      <TextField
        {...field('email')}
        label="邮箱"
        placeholder={mode === 'required' ? '请输入邮箱' : '选填'}
        description={`${domains.length > 0 ? `请用这些域名的邮箱：${domains.join('、')}。` : ''}${uses}`}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAIL.addressMax}
        onKeyDown={(event) => {
          // Registering takes the code.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || values.email.trim() === '') return
          event.preventDefault()
          send()
        }}
        rightSectionWidth={108}
        rightSection={
          <button
            type="button"
            className={classes.code}
            aria-disabled={isAsking || isWaiting || values.email.trim() === '' || undefined}
            aria-busy={isAsking || undefined}
            onClick={send}
          >
            {isAsking ? '正在发送' : isWaiting ? `${pause} 秒后重发` : isSent ? '重新获取' : '获取验证码'}
          </button>
        }
      />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {isProving && <ProofHint />}
      {rules?.mail_delayed && (mode === 'required' || isSent) && (
        <p className={classes.note} role="alert">
          本站的邮件现在发不出去，验证码要等恢复以后才到。请过一会儿再试；一直这样，请联系管理员。
        </p>
      )}
      {isSent && (
        <TextField
          {...field('email_code')}
          label="邮件验证码"
          placeholder="邮件里的 8 位验证码"
          description={`已经发到 ${values.email.trim()}，${MAIL.verifyMs / 60_000} 分钟内有效。没有收到，请看看垃圾邮件。`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2 * MAIL.codeLength}
        />
      )}
    </>
  )
}

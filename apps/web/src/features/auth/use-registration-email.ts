import * as auth from '@shiliu/contract/auth'
import { emailRule, mailCodeRule } from '@shiliu/contract/email-rules'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { useFields } from '#ui/form/use-fields.ts'
import { useCaptchaOrProof } from './use-captcha-or-proof.ts'

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
  /** The rules did not come, or were changed since. */
  const [isRequiredNow, setRequiredNow] = useState(false)
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
  const mode = isRequiredNow ? 'required' : (rules?.email ?? 'off')

  useEffect(() => {
    if (pause === 0) return
    const timer = setTimeout(() => setPause(pause - 1), 1000)
    return () => clearTimeout(timer)
  }, [pause])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (sentTo !== null) focus('email_code')
  }, [sentTo])

  const captcha = useCaptchaOrProof({
    use: 'email',
    takesCaptcha: rules?.captcha !== false,
    send: (check) => call(auth.sendRegistrationCode, { body: { email, ...check } }),
    onSuccess({ delayed }) {
      setSentTo(email)
      setPause(PAUSE_SECONDS)
      focus('email_code')
      client.setQueryData<Rules>(keys.registration, (known) => known && { ...known, mail_delayed: delayed })
    },
    onError(error) {
      const message = actionErrorMessage(error, '验证码没有发出，请重试')
      if (error instanceof ApiError && error.field === 'email') refuse('email', message)
      else setFailure(message)
    },
  })

  function send() {
    setFailure(null)
    if (captcha.isSending || (isSent && pause > 0) || !accept({ email: emailRule(email) })) return
    captcha.start()
  }

  /** Shows what is missing; true where nothing is. */
  function validate(): boolean {
    if (mode === 'off' || (mode === 'optional' && email === '')) return true
    const wrong = emailRule(email)
    return accept({
      email: wrong ?? (isSent ? null : '请先获取验证码'),
      email_code: wrong === null && isSent ? mailCodeRule(values.email_code) : null,
    })
  }

  /** Shows what the server says about these fields; false where it is about something else. */
  function showError(error: unknown): boolean {
    const at = error instanceof ApiError ? error.field : undefined
    if (!at || !form.has(at)) return false
    // The site has begun to ask for it since the form was opened.
    if (error instanceof ApiError && error.error === 'email_required') setRequiredNow(true)
    if (at === 'email_code' && !isSent) setSentTo(email)
    refuse(at, messageOf(error, '注册失败'))
    return true
  }

  return {
    form,
    mode,
    rules,
    isSent,
    pause,
    failure,
    captcha,
    send,
    validate,
    showError,
    body: email === '' || mode === 'off' ? {} : { email, email_code: values.email_code },
    isIncomplete: mode === 'required' && (email === '' || !isSent || values.email_code.trim() === ''),
    hasText: values.email !== '',
  }
}

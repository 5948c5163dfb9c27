import type { SignedIn } from '@shiliu/contract/auth'
import * as auth from '@shiliu/contract/auth'
import { ACCOUNT } from '@shiliu/contract/limits'
import { nicknameRule, passwordRule, userIdRule } from '@shiliu/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { rememberDevice } from '#api/sign-in.ts'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AuthDialog.module.css'
import { administrators } from './administrators.ts'
import { CaptchaDialog } from './CaptchaDialog.tsx'
import { RegistrationEmail } from './RegistrationEmail.tsx'
import { useCaptchaOrProof } from './use-captcha-or-proof.ts'
import { useRegistrationEmail } from './use-registration-email.ts'

type Props = {
  done: boolean
  onDone: (result: SignedIn) => void
  onTyped?: (hasText: boolean) => void
}

export function RegisterForm({ done, onDone, onTyped }: Props) {
  const form = useFields({ user_id: '', nickname: '', password: '', again: '' })
  const { values, field, setError, accept, filled, valid } = form
  const [failure, setFailure] = useState<string | null>(null)
  const invitation = useFields({ invitation_code: '' })
  const rules = useQuery({
    queryKey: keys.registration,
    queryFn: ({ signal }) => call(auth.registration, { signal }),
    retry: false,
  })
  const mode = rules.data?.mode
  const email = useRegistrationEmail(rules.data)
  /** The rules did not come, or were changed since. */
  const [codeMissed, setCodeMissed] = useState(false)
  const byInvitation = mode === 'invite' || codeMissed
  const id = values.user_id.trim()
  const hasText = email.hasText || Object.values(values).some((value) => value !== '')
  const reportTyped = useEffectEvent((text: boolean) => onTyped?.(text))
  useEffect(() => {
    reportTyped(hasText)
    return () => reportTyped(false)
  }, [hasText])
  const waited = useRef(false)
  const waits = !rules.isFetched
  const focusFirst = useEffectEvent(() => form.focus('user_id'))
  useEffect(() => {
    if (waits) waited.current = true
    else if (waited.current) focusFirst()
  }, [waits])

  const captcha = useCaptchaOrProof({
    use: 'register',
    takesCaptcha: rules.data?.captcha !== false,
    send(check) {
      const { nickname, password } = values
      const invited = byInvitation && { invitation_code: invitation.values.invitation_code }
      return call(auth.register, {
        body: { user_id: id, nickname: nickname.trim(), password, ...invited, ...email.body, ...check },
      })
    },
    onSuccess(result) {
      rememberDevice('user', id, result.device_token)
      onDone(result)
    },
    onError(error) {
      if (email.showError(error)) return
      const message = actionErrorMessage(error, '注册失败，请稍后重试')
      const invalidField = error instanceof ApiError ? error.field : undefined
      if (/已存在|已被注册/.test(message)) form.refuse('user_id', message)
      else if (invalidField === 'invitation_code') {
        setCodeMissed(true)
        invitation.refuse(invalidField, message)
      } else if (invalidField && form.has(invalidField)) form.refuse(invalidField, message)
      else setFailure(message)
    },
  })

  /** Reports a taken id before the captcha. If the check fails, registering reports it. */
  const checkId = useMutation({
    mutationFn: (user_id: string) => call(auth.checkUserId, { query: { user_id } }),
    onSuccess({ isUnique }, user_id) {
      if (!isUnique && user_id === id) setError('user_id', '该账号已被注册')
    },
  })

  function validateId() {
    if (!id) return
    const message = userIdRule(id)
    if (message) setError('user_id', message)
    else checkId.mutate(id)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const { nickname, password, again } = values
    const mismatch = again === password ? null : '两次输入的密码不一致'
    const valid = accept({
      user_id: userIdRule(id),
      nickname: nicknameRule(nickname),
      password: passwordRule(password),
      again: again ? mismatch : '请确认密码',
    })
    if (valid && email.validate()) captcha.start()
  }

  // What it asks for, and whether it does at all, goes by them; where they do not come, the server says what it misses.
  if (waits) return <FormSkeleton fields={4} />
  if (mode === 'campus') {
    return <p className={classes.closed}>本站只能用校园账号注册：第一次用它登录时会建立账号</p>
  }
  if (mode === 'closed') return <p className={classes.closed}>本站现在不开放注册，需要账号请联系{administrators()}</p>

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          {...field('user_id')}
          onBlur={validateId}
          label="小石榴号"
          placeholder="3-15位字母、数字或下划线"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ACCOUNT.userIdMax}
          data-autofocus
        />
        <TextField
          {...field('nickname')}
          label="昵称"
          placeholder={`最多${ACCOUNT.nicknameMax}个字`}
          autoComplete="nickname"
        />
        <TextField
          {...field('password')}
          password
          label="密码"
          placeholder="6-20位"
          autoComplete="new-password"
          maxLength={ACCOUNT.passwordMax}
        />
        <TextField
          {...field('again')}
          password
          label="确认密码"
          placeholder="再输入一次密码"
          autoComplete="new-password"
          maxLength={ACCOUNT.passwordMax}
        />
        <RegistrationEmail state={email} />
        {byInvitation && (
          <TextField
            {...invitation.field('invitation_code')}
            label="邀请码"
            placeholder="本站凭邀请码注册"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        {captcha.isProving && <ProofHint />}
        <Button
          type="submit"
          size="lg"
          wide
          disabled={!filled || !valid || done || (byInvitation && !invitation.filled) || email.isIncomplete}
          loading={captcha.isProving}
        >
          注册
        </Button>
      </form>
      <CaptchaDialog {...captcha.dialog} />
      <CaptchaDialog {...email.captcha.dialog} />
    </>
  )
}

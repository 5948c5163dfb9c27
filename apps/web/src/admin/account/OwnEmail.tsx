import * as auth from '@shiliu/contract/admin/auth'
import { MAIL, mailCodeRule, optionalEmailRule } from '@shiliu/contract/email-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import classes from './AccountPage.module.css'

/** The administrator's own address, where the digest of what waits goes (docs/product.md#digest). */
export function OwnEmail() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminEmail,
    queryFn: ({ signal }) => call(auth.getEmail, { signal }),
  })
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} className={classes.section} tabIndex={-1} aria-labelledby="own-email-heading">
      <h2 id="own-email-heading" className={classes.heading}>
        邮箱
      </h2>
      {data && <EmailForm key={data.email} email={data.email ?? ''} pending={data.pending} />}
      {data?.pending && <CodeForm key={data.pending} email={data.pending} onDone={() => section.current?.focus()} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={128} />
        </Skeleton>
      )}
    </section>
  )
}

function EmailForm({ email, pending }: { email: string; pending: string | null }) {
  const client = useQueryClient()
  const { values, field, accept, refuse } = useFields({ email: pending ?? email, current: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const typed = values.email.trim()
  /** There is none yet, and the one that waits for its code is to be forgotten. */
  const cancels = typed === '' && email === '' && pending !== null
  const save = useMutation({
    mutationFn: () => call(auth.setEmail, { body: { email: typed, currentPassword: values.current } }),
    onSuccess(saved) {
      client.setQueryData(keys.adminEmail, saved)
      field('current').onChange('')
      toast.success(saved.pending === null ? '邮箱已删除' : '验证码已经发出，请查收邮件', ADMIN_TOAST_MS)
    },
    onError(error) {
      const message = messageOf(error, '邮箱没有保存，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (at === 'email') refuse('email', message)
      else if (at === 'currentPassword') refuse('current', message)
      else setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const fits = accept({
      email: optionalEmailRule(typed),
      current: values.current ? null : '请输入当前密码',
    })
    if (fits) save.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        {...field('email')}
        label="邮箱"
        description="有待处理的举报、申诉和待审核的内容时，每天早上发一封邮件到这里（网站设置里打开，审核员以上）。输入邮件里的验证码之后才生效；留空为不发。"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={MAIL.addressMax}
      />
      <TextField {...field('current')} password label="确认当前密码" autoComplete="current-password" />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          type="submit"
          // What is left to do is typing the code.
          variant={pending !== null && typed === pending ? 'plain' : 'primary'}
          aria-disabled={typed === email && !cancels}
          loading={save.isPending}
        >
          {cancels
            ? '不绑定了'
            : typed === '' && email
              ? '删除邮箱'
              : typed === pending
                ? '重新发送验证码'
                : '发送验证码'}
        </Button>
      </div>
    </form>
  )
}

function CodeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const client = useQueryClient()
  const { values, field, focus, accept, refuse } = useFields({ code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('code'), [])
  const confirm = useMutation({
    mutationFn: () => call(auth.confirmEmail, { body: { code: values.code } }),
    onSuccess(saved) {
      client.setQueryData(keys.adminEmail, saved)
      toast.success('邮箱已保存', ADMIN_TOAST_MS)
      // This form goes.
      onDone()
    },
    onError(error) {
      const message = messageOf(error, '邮箱没有保存，请重试')
      if (error instanceof ApiError && error.field === 'code') refuse('code', message)
      else setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    if (accept({ code: mailCodeRule(values.code) })) confirm.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        {...field('code')}
        label="邮件验证码"
        placeholder="邮件里的 8 位验证码"
        description={`验证码已经发到 ${email}，${MAIL.verifyMs / 60_000} 分钟内有效。没有收到，请看看垃圾邮件。`}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2 * MAIL.codeLength}
      />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={confirm.isPending}>
          确认邮箱
        </Button>
      </div>
    </form>
  )
}

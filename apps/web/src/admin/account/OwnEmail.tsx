import * as auth from '@shiliu/contract/admin/auth'
import { MAIL, optionalEmailRule } from '@shiliu/contract/email-rules'
import { ACCOUNT } from '@shiliu/contract/limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>邮箱</h2>
      {data && <EmailForm key={data.email} email={data.email ?? ''} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={128} />
        </Skeleton>
      )}
    </section>
  )
}

function EmailForm({ email }: { email: string }) {
  const client = useQueryClient()
  const { values, field, accept, refuse } = useFields({ email, current: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const typed = values.email.trim()
  const save = useMutation({
    mutationFn: () => call(auth.setEmail, { body: { email: typed, currentPassword: values.current } }),
    onSuccess(saved) {
      client.setQueryData(keys.adminEmail, saved)
      field('current').onChange('')
      toast.success(saved.email === null ? '邮箱已删除' : '邮箱已保存', ADMIN_TOAST_MS)
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
        description="有待处理的举报、申诉和待审核的内容时，每天早上发一封邮件到这里（网站设置里打开，审核员以上）。留空为不发。"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={MAIL.addressMax}
      />
      <TextField
        {...field('current')}
        password
        label="确认当前密码"
        autoComplete="current-password"
        maxLength={ACCOUNT.passwordMax}
      />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" aria-disabled={typed === email} loading={save.isPending}>
          保存邮箱
        </Button>
      </div>
    </form>
  )
}

import { emailRule, MAIL, mailCodeRule } from '@shiliu/contract/email-rules'
import * as emails from '@shiliu/contract/emails'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { useOwnPassword } from '#entities/user/campus.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AccountForm.module.css'
import { settingsView } from './settings-view.ts'

type Step = 'shown' | 'typing' | 'removing'

/** The e-mail address of the account: bound by a code, changed, removed (docs/product.md#e-mail-address). */
export function Email() {
  const viewer = useViewer()
  const { data, error, refetch } = useQuery({
    queryKey: keys.ownEmail(viewer?.id ?? null),
    queryFn: ({ signal }) => call(emails.get, { signal }),
    enabled: viewer !== null,
    refetchOnMount: 'always',
  })
  const [step, setStep] = useState<Step>('shown')
  const { off } = useOwnPassword()
  const back = () => settingsView.set('account')
  if (!data) {
    return (
      <div className={classes.form}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={2} />}
        <Button variant="plain" size="lg" wide data-autofocus onClick={back}>
          返回
        </Button>
      </div>
    )
  }
  const { email, pending, enabled } = data
  const toShown = () => setStep('shown')
  if (step === 'removing') return <RemoveForm email={email ?? pending ?? ''} onDone={toShown} onBack={toShown} />
  if (step === 'typing' || (enabled && !email && !pending))
    return <AddressForm own={data} onSent={toShown} onBack={step === 'typing' ? toShown : back} />
  if (pending && enabled) return <CodeForm email={pending} onOther={() => setStep('typing')} onBack={back} />
  return (
    <div className={classes.form}>
      <p className={classes.note}>
        {email
          ? `已绑定 ${email}。${off ? '' : '忘记密码时用它重设，'}新设备登录时会发邮件告诉你。`
          : '本站还不能发邮件，暂时不能绑定邮箱。'}
      </p>
      {email && (
        <div className={classes.actions}>
          <Button variant="plain" size="lg" onClick={() => setStep('removing')}>
            解除绑定
          </Button>
          <Button size="lg" disabled={!enabled} onClick={() => setStep('typing')}>
            换一个
          </Button>
        </div>
      )}
      <Button variant="plain" size="lg" wide autoFocus onClick={back}>
        返回
      </Button>
    </div>
  )
}

/** Keeps the answer, and says what was refused: at its field, else below the form. */
function useChange<Name extends string>(
  send: () => Promise<emails.OwnEmail>,
  form: { refuse(name: Name, message: string): void; has(name: string): name is Name },
  onDone: () => void,
) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [failure, setFailure] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: send,
    onMutate: () => setFailure(null),
    onSuccess(own) {
      client.setQueryData(keys.ownEmail(viewer?.id ?? null), own)
      onDone()
    },
    onError(error) {
      const message = actionErrorMessage(error, '没有成功，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (at && form.has(at)) form.refuse(at, message)
      else setFailure(message)
    },
  })
  return { failure, busy: change.isPending, send: () => change.mutate() }
}

type FrameProps = {
  children: ReactNode
  failure: string | null
  buttons: ReactNode
  /** False where a field is wrong. */
  check: () => boolean
  send: () => void
}

function Frame({ children, failure, buttons, check, send }: FrameProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (check()) send()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>{buttons}</div>
    </form>
  )
}

const PASSWORD = {
  password: true,
  label: '密码',
  placeholder: '请输入密码',
  autoComplete: 'current-password',
  maxLength: 200,
} as const

type FieldProps = Omit<ComponentProps<typeof TextField>, 'password' | 'description'>

function PasswordField(field: FieldProps) {
  const { none, off } = useOwnPassword()
  if (none) return null
  return <TextField {...field} {...PASSWORD} {...(off && { description: '你以前设的密码；忘了请联系管理员' })} />
}

type AddressProps = { own: emails.OwnEmail; onSent: () => void; onBack: () => void }

function AddressForm({ own, onSent, onBack }: AddressProps) {
  const { none } = useOwnPassword()
  const form = useFields({ email: '', password: '' })
  const { values, field, accept, focus, filled, valid } = form
  const email = values.email.trim()
  const body = none ? { email } : { email, password: values.password }
  const { failure, busy, send } = useChange(() => call(emails.begin, { body }), form, onSent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('email'), [])
  const domains = own.domains.length > 0 ? `请用这些域名的邮箱：${own.domains.join('、')}。` : ''
  return (
    <Frame
      failure={failure}
      check={() => accept({ email: emailRule(email), password: none || values.password ? null : '请输入密码' })}
      send={send}
      buttons={
        <>
          <Button variant="plain" size="lg" onClick={onBack}>
            返回
          </Button>
          <Button type="submit" size="lg" disabled={!(none ? email : filled) || !valid} loading={busy}>
            发送验证码
          </Button>
        </>
      }
    >
      <TextField
        {...field('email')}
        label="邮箱"
        placeholder="请输入邮箱"
        description={`${domains}只有你自己和管理员看得到。`}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAIL.addressMax}
      />
      <PasswordField {...field('password')} />
    </Frame>
  )
}

type CodeProps = { email: string; onOther: () => void; onBack: () => void }

function CodeForm({ email, onOther, onBack }: CodeProps) {
  const form = useFields({ code: '' })
  const { values, field, accept, focus, filled, valid } = form
  const confirm = () => call(emails.confirm, { body: { code: values.code } })
  const { failure, busy, send } = useChange(confirm, form, () => toast.success('邮箱已绑定'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('code'), [])
  return (
    <Frame
      failure={failure}
      check={() => accept({ code: mailCodeRule(values.code) })}
      send={send}
      buttons={
        <>
          <Button variant="plain" size="lg" onClick={onBack}>
            返回
          </Button>
          <Button type="submit" size="lg" disabled={!filled || !valid} loading={busy}>
            绑定
          </Button>
        </>
      }
    >
      <p className={classes.note} role="status">
        验证码已经发到 {email}，{MAIL.verifyMs / 60_000} 分钟内有效。没有收到，请看看垃圾邮件。
        <button type="button" className={classes.link} onClick={onOther}>
          换一个邮箱，或重新发送
        </button>
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
    </Frame>
  )
}

type RemoveProps = { email: string; onDone: () => void; onBack: () => void }

function RemoveForm({ email, onDone, onBack }: RemoveProps) {
  const { none, off } = useOwnPassword()
  const form = useFields({ password: '' })
  const { values, field, accept, focus, filled, valid } = form
  const remove = () => call(emails.remove, { body: none ? {} : { password: values.password } })
  const { failure, busy, send } = useChange(remove, form, () => {
    toast.success('邮箱已解除绑定')
    onDone()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes
  useEffect(() => focus('password'), [])
  return (
    <Frame
      failure={failure}
      check={() => accept({ password: none || values.password ? null : '请输入密码' })}
      send={send}
      buttons={
        <>
          <Button variant="plain" size="lg" autoFocus={none} onClick={onBack}>
            返回
          </Button>
          <Button type="submit" variant="danger" size="lg" disabled={!(none || filled) || !valid} loading={busy}>
            解除绑定
          </Button>
        </>
      }
    >
      <p className={classes.note}>
        解除 {email} 以后，{off ? '新设备登录不再告诉你。' : '忘记密码只能找管理员，新设备登录也不再告诉你。'}
      </p>
      <PasswordField {...field('password')} />
    </Frame>
  )
}

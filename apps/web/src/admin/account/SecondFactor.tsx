import * as api from '@shiliu/contract/admin/second-factor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './AccountPage.module.css'

type Step = 'begin' | 'renew' | 'remove'

/** Setting up, switching off, recovery codes. Every step asks for the password, since a browser may be left open. */
export function SecondFactor() {
  const client = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminSecondFactor,
    queryFn: ({ signal }) => call(api.get, { signal }),
  })

  function done(recoveryCodes: readonly string[] | null) {
    setStep(null)
    setSetup(null)
    setCodes(recoveryCodes)
    void client.invalidateQueries({ queryKey: keys.adminSecondFactor })
    void client.invalidateQueries({ queryKey: keys.adminSessions })
    void client.invalidateQueries({ queryKey: keys.adminSelf })
  }

  function content() {
    if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) {
      return (
        <Skeleton>
          <SkeletonBlock height={96} />
        </Skeleton>
      )
    }
    if (codes) return <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    if (setup) {
      return (
        <Confirmation
          {...setup}
          onCancel={() => setSetup(null)}
          onDone={({ recovery_codes }) => done(recovery_codes)}
        />
      )
    }
    const cancel = () => setStep(null)
    if (step === 'begin') {
      const send = (currentPassword: string) => call(api.begin, { body: { currentPassword } })
      return <StepForm label="下一步" send={send} onDone={setSetup} onCancel={cancel} />
    }
    if (step === 'renew') {
      const send = (currentPassword: string) => call(api.renewRecoveryCodes, { body: { currentPassword } })
      return (
        <StepForm
          label="换一组恢复码"
          send={send}
          onDone={({ recovery_codes }) => done(recovery_codes)}
          onCancel={cancel}
        />
      )
    }
    if (step === 'remove') {
      const send = (currentPassword: string, code: string) => call(api.remove, { body: { currentPassword, code } })
      return <StepForm label="关闭两步验证" withCode send={send} onDone={() => done(null)} onCancel={cancel} />
    }
    return data.enabled ? (
      <>
        <p>
          {data.enabled_at && <RelativeTime time={data.enabled_at} />}开启，还有 {data.recovery_codes_left} 个恢复码。
        </p>
        <div className={classes.actions}>
          <Button variant="plain" onClick={() => setStep('renew')}>
            换一组恢复码
          </Button>
          <Button variant="plain" onClick={() => setStep('remove')}>
            关闭两步验证
          </Button>
        </div>
      </>
    ) : (
      <>
        {data.required && <p className={classes.failure}>本站要求管理员开启两步验证，绑定验证器之后才能做别的。</p>}
        <p className={classes.hint}>
          开启之后，登录时除了密码还要手机验证器（如 Microsoft Authenticator、Google Authenticator）上的 6 位验证码。
        </p>
        <div className={classes.actions}>
          <Button onClick={() => setStep('begin')}>绑定验证器</Button>
        </div>
      </>
    )
  }

  return (
    <section className={classes.section} aria-labelledby="second-factor-heading">
      <h2 id="second-factor-heading" className={classes.heading}>
        两步验证
      </h2>
      {content()}
    </section>
  )
}

type FormProps<R> = {
  label: string
  withPassword?: boolean
  withCode?: boolean
  children?: ReactNode
  send: (password: string, code: string) => Promise<R>
  onDone: (answer: R) => void
  onCancel: () => void
}

function StepForm<R>({ label, withPassword = true, withCode = false, children, send, ...on }: FormProps<R>) {
  const { values, field, accept, refuse } = useFields({ password: '', code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const step = useMutation({
    mutationFn: () => send(values.password, values.code),
    onSuccess: on.onDone,
    onError(error) {
      const message = messageOf(error, '操作失败，请重试')
      const at = error instanceof ApiError ? error.field : undefined
      if (at === 'currentPassword') return refuse('password', message)
      if (at === 'code') return refuse('code', message)
      setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const valid = accept({
      password: withPassword && !values.password ? '请输入当前密码' : null,
      code: withCode && !values.code ? '请输入验证码' : null,
    })
    if (valid) step.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      {withPassword && (
        <TextField {...field('password')} password label="当前密码" autoComplete="current-password" autoFocus />
      )}
      {withCode && (
        <TextField
          {...field('code')}
          label="验证码"
          placeholder="验证器上的 6 位数字"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={!withPassword}
        />
      )}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={step.isPending}>
          {label}
        </Button>
        <Button variant="plain" onClick={on.onCancel}>
          取消
        </Button>
      </div>
    </form>
  )
}

type ConfirmationProps = {
  secret: string
  uri: string
  onDone: (answer: { recovery_codes: string[] }) => void
  onCancel: () => void
}

function Confirmation({ secret, uri, ...on }: ConfirmationProps) {
  const send = (_: string, code: string) => call(api.confirm, { body: { code } })
  return (
    <StepForm label="开启两步验证" withPassword={false} withCode send={send} {...on}>
      <p>用验证器扫这个二维码，再输入它显示的验证码。</p>
      <QrCode text={uri} />
      <p className={classes.hint}>
        不能扫码时，在验证器里手工输入密钥：<code className={classes.secret}>{secret}</code>
      </p>
    </StepForm>
  )
}

const MARGIN = 4

/** Drawn here: the secret leaves for no service. Dark on light in both themes, as scanners expect. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: MARGIN })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>验证器要扫的二维码</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <>
      <p role="status">
        两步验证已开启。手机不在身边时，用恢复码代替验证码，每个能用一次。把它们抄下来，只在这里显示这一次：
      </p>
      <ul className={classes.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onClose}>我已经记下了</Button>
      </div>
    </>
  )
}

import * as mail from '@shiliu/contract/admin/mail'
import { emailRule } from '@shiliu/contract/email-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import classes from './MailPanel.module.css'

const POLL_MS = 1500

const PASSWORD_WORDS = {
  none: '还没有保存密码。',
  set: '已保存密码，不会再显示出来。',
  stale: '服务器或用户名改过，原来的密码不能用了，请重新填写。',
} as const

const TEST_WORDS = { waiting: '正在发…', sent: '已发出', failed: '没有发出去' } as const

/** The password of the server that sends mail, a test, and how sending goes; `unsaved` while settings above are not. */
export function MailPanel({ unsaved }: { unsaved: boolean }) {
  const client = useQueryClient()
  const {
    data: state,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.adminMail,
    queryFn: ({ signal }) => call(mail.get, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => data?.tests.some((test) => test.state === 'waiting') && POLL_MS,
  })
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<{ at: 'password' | 'to'; words: string } | null>(null)
  const keep = (next: mail.MailState) => client.setQueryData(keys.adminMail, next)
  const failAt = (at: 'password' | 'to', fallback: string) => (failure: Error) => {
    if (failure instanceof ApiError && failure.error === 'session_ended') return
    setProblem({ at, words: messageOf(failure, fallback) })
  }
  const saving = useMutation({
    mutationFn: (next: string) => call(mail.setPassword, { body: { password: next } }),
    onSuccess(next, sent) {
      keep(next)
      setPassword('')
      // Its button goes.
      if (sent === '') field.current?.focus()
      toast.success(sent === '' ? '密码已删除' : '密码已保存', ADMIN_TOAST_MS)
    },
    onError: failAt('password', '密码没有保存，请重试'),
  })
  const testing = useMutation({
    mutationFn: () => call(mail.test, { body: { to } }),
    onSuccess: keep,
    onError: failAt('to', '没有发出去，请重试'),
  })

  function save() {
    if (unsaved || saving.isPending) return
    if (password === '') return setProblem({ at: 'password', words: '请填写密码' })
    setProblem(null)
    saving.mutate(password)
  }

  function test() {
    if (unsaved || testing.isPending) return
    const words = emailRule(to.trim())
    setProblem(words === null ? null : { at: 'to', words })
    if (words === null) testing.mutate()
  }

  async function forget() {
    const message = '发信服务器要密码的话，填写新的密码以前，邮件都发不出去'
    if (await confirm({ title: '删除发信密码？', message, type: 'warning', confirmLabel: '删除' })) saving.mutate('')
  }

  if (!state) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={2} />
  const first = unsaved ? '先保存上面的改动。' : null
  return (
    <div className={classes.panel}>
      <Row
        onEnter={save}
        button={
          <Button size="sm" variant="plain" aria-disabled={unsaved} loading={saving.isPending} onClick={save}>
            保存密码
          </Button>
        }
      >
        <TextField
          ref={field}
          password
          label="发信密码"
          description={first ?? PASSWORD_WORDS[state.password]}
          value={password}
          error={problem?.at === 'password' ? problem.words : undefined}
          autoComplete="new-password"
          maxLength={200}
          onChange={setPassword}
        />
      </Row>
      {state.password !== 'none' && (
        <button type="button" className={classes.remove} disabled={saving.isPending} onClick={() => void forget()}>
          删除保存的密码
        </button>
      )}
      <Row
        onEnter={test}
        button={
          <Button
            size="sm"
            variant="plain"
            aria-disabled={unsaved || !state.enabled}
            loading={testing.isPending}
            // The second click of a double click may come before it is loading.
            onClick={({ detail }) => detail < 2 && test()}
          >
            发一封测试邮件
          </Button>
        }
      >
        <TextField
          label="测试邮件的收件人"
          description={
            first ?? (state.enabled ? '用保存了的设置发，结果出现在下面。' : '先填写发信服务器和发件人，并保存。')
          }
          inputMode="email"
          value={to}
          error={problem?.at === 'to' ? problem.words : undefined}
          autoComplete="email"
          spellCheck={false}
          maxLength={100}
          onChange={setTo}
        />
      </Row>
      <ul className={classes.tests} aria-live="polite">
        {state.tests.map((one) => (
          <li key={one.id} data-state={one.state}>
            <span>
              {one.to} <RelativeTime time={one.created_at} />
            </span>
            <span>
              {TEST_WORDS[one.state]}
              {one.problem && `：${one.problem}`}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.counts}>
        最近一天：发出 {state.sent} 封，等着 {state.waiting} 封，没有发出去 {state.failed} 封。
        {state.problem && <strong> 最近一次没有发出去：{state.problem}</strong>}
      </p>
    </div>
  )
}

/** A field with its button; Enter presses it and does not save the settings around. */
function Row({ children, button, onEnter }: { children: ReactNode; button: ReactNode; onEnter: () => void }) {
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnter()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter comes from the field inside
    <div className={classes.row} onKeyDown={press}>
      <div className={classes.field}>{children}</div>
      {button}
    </div>
  )
}

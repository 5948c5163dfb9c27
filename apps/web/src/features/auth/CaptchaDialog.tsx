import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { PinInput } from '@mantine/core'
import * as auth from '@shiliu/contract/auth'
import { CAPTCHA } from '@shiliu/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './AuthDialog.module.css'

export type CaptchaAnswer = { captchaId: string; captchaText: string }

type Props = {
  opened: boolean
  /** The server's message about the last answer; loads a new picture. */
  error: string | null
  busy: boolean
  onClose: () => void
  onEdit: () => void
  onConfirm: (answer: CaptchaAnswer) => void
}

export function CaptchaDialog({ opened, error, busy, onClose, onEdit, onConfirm }: Props) {
  const [text, setText] = useState('')
  const boxes = useRef<HTMLDivElement>(null)
  const captcha = useQuery({
    queryKey: keys.captcha,
    enabled: opened,
    queryFn: ({ signal }) => call(auth.captcha, { signal }),
    staleTime: CAPTCHA.ttlMs,
    gcTime: 0,
    retry: false,
  })
  const { data, isFetching, isError, refetch } = captcha
  const why = isError && !isFetching ? messageOf(captcha.error, '') : error

  function refresh() {
    setText('')
    void refetch()
  }

  useEffect(() => {
    if (!error || busy) return
    setText('')
    void refetch()
    boxes.current?.querySelector('input')?.focus()
  }, [error, busy, refetch])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (data && text.length === CAPTCHA.length && !busy) onConfirm({ captchaId: data.captchaId, captchaText: text })
  }

  return (
    <DialogFrame opened={opened} onClose={onClose} title="输入验证码" width={340} onExited={() => setText('')}>
      <form className={classes.captcha} onSubmit={submit}>
        <button type="button" className={classes.picture} onClick={refresh} aria-label="换一张验证码">
          {isError && !isFetching && '验证码加载失败，点击重试'}
          {!isError && !data && '加载中'}
          {!isError && data && <img src={`data:image/svg+xml,${encodeURIComponent(data.captchaSvg)}`} alt="验证码" />}
        </button>
        <p className={classes.hint}>看不清？点击图片换一张，不分大小写</p>
        <PinInput
          rootRef={boxes}
          length={CAPTCHA.length}
          size="lg"
          gap={12}
          value={text}
          onChange={(value) => {
            setText(value)
            if (value) onEdit()
          }}
          type="alphanumeric"
          inputMode="text"
          placeholder=""
          oneTimeCode={false}
          ariaLabel="验证码"
          error={error !== null}
          disabled={busy}
          classNames={{ input: classes.pin }}
          getInputProps={(index) => ({
            autoCapitalize: 'none',
            autoCorrect: 'off',
            spellCheck: false,
            'data-autofocus': index === 0 || undefined,
          })}
        />
        {why && (
          <p className={classes.failure} role="alert">
            {why}
          </p>
        )}
        <Button type="submit" size="lg" wide disabled={text.length < CAPTCHA.length || !data} loading={busy}>
          确定
        </Button>
      </form>
    </DialogFrame>
  )
}

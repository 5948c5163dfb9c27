import * as auth from '@shiliu/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { rememberDevice } from '#api/sign-in.ts'
import { Button } from '#ui/form/Button.tsx'
import classes from './RestoreAccount.module.css'

/** What signing in to a deleted account is refused with. */
export type DeletedAccount = { message: string; ticket: string }

export function deletedAccountIn(error: unknown): DeletedAccount | null {
  return error instanceof ApiError && error.ticket ? { message: error.message, ticket: error.ticket } : null
}

type Props = {
  refusal: DeletedAccount
  onDone: (result: auth.SignedIn) => void
  onCancel: () => void
}

/** Lets somebody who signed in to the account that they deleted have it back. */
export function RestoreAccount({ refusal: { message, ticket }, onDone, onCancel }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  /** A second click may come before the button is busy; a ticket is good for one request. */
  const sent = useRef(false)
  const restore = useMutation({
    mutationFn: () => call(auth.restore, { body: { ticket } }),
    onError() {
      sent.current = false
    },
    onSuccess(signedIn) {
      rememberDevice('user', signedIn.user.user_id, signedIn.device_token)
      onDone(signedIn)
    },
  })
  function send() {
    if (sent.current) return
    sent.current = true
    restore.mutate()
  }

  // Enter, which sent the form, is not to take the account back, too: focused before a key can arrive.
  useLayoutEffect(() => cancel.current?.focus(), [])

  return (
    <section className={classes.restoreAccount} aria-label="取回账号">
      <p className={classes.what} role="status">
        {message}
      </p>
      <p className={classes.hint}>在那之前可以取回：资料、笔记、评论、点赞、收藏和关注都和注销前一样。</p>
      {restore.error && (
        <p className={classes.failure} role="alert">
          {actionErrorMessage(restore.error, '没有取回，请重试')}
        </p>
      )}
      <div className={classes.actions}>
        <Button ref={cancel} variant="plain" size="lg" disabled={restore.isSuccess} onClick={onCancel}>
          不取回
        </Button>
        <Button size="lg" disabled={restore.isSuccess} loading={restore.isPending} onClick={send}>
          取回账号
        </Button>
      </div>
    </section>
  )
}

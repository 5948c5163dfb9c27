import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { canProve, type ProofUse, prove } from '#api/sign-in.ts'
import type { CaptchaAnswer } from './CaptchaDialog.tsx'

type Options<R> = {
  use: ProofUse
  /** Without it, only a proof of work will do. */
  takesCaptcha: boolean
  send: (check: CaptchaAnswer | { proof: string }) => Promise<R>
  onSuccess: (answer: R) => void
  /** With what is not about the captcha, which its dialog shows. */
  onError: (error: Error) => void
}

/** Sends with a proof of work where the browser can compute one, otherwise with a captcha. */
export function useCaptchaOrProof<R>({ use, takesCaptcha, send, onSuccess, onError }: Options<R>) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** A proof of work failed here: what is left is the captcha. */
  const [mustType, setMustType] = useState(false)
  const { mutate, isPending, isError, variables } = useMutation({
    mutationFn: async (captcha: CaptchaAnswer | 'proof') =>
      send(captcha === 'proof' ? { proof: await prove(use) } : captcha),
    onSuccess(answer) {
      setOpened(false)
      onSuccess(answer)
    },
    onError(refusal) {
      if (refusal instanceof ApiError && refusal.error === 'proof_wrong' && takesCaptcha) {
        setMustType(true)
        setOpened(true)
      } else if (refusal instanceof ApiError && refusal.field === 'captchaText') {
        setError(messageOf(refusal, ''))
      } else {
        setOpened(false)
        onError(refusal)
      }
    },
  })

  function start() {
    if (canProve() && !mustType) return mutate('proof')
    if (!takesCaptcha) return onError(new ApiError(400, '这里做不了安全验证，请用 https:// 开头的网址打开本站再试'))
    setError(null)
    // A captcha is valid for one attempt.
    if (isError) client.removeQueries({ queryKey: keys.captcha })
    setOpened(true)
  }

  return {
    start,
    isSending: isPending,
    isProving: isPending && variables === 'proof',
    /** The props of `CaptchaDialog`. */
    dialog: {
      opened,
      error,
      busy: isPending,
      onClose: () => setOpened(false),
      onEdit: () => setError(null),
      onConfirm: (answer: CaptchaAnswer) => mutate(answer),
    },
  }
}

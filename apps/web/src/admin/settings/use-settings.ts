import * as api from '@shiliu/contract/admin/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { adminSession } from '#api/session.ts'
import { useLocalCopies } from '#data/local-copies.ts'
import { cancelWaiting, patiently } from '#data/patience.ts'
import { toast } from '#ui/feedback/toast.ts'
import { leavePrompt, useLeaveGuard } from '#ui/history/use-leave-guard.ts'
import { site } from '#ui/site.ts'
import { ADMIN_TOAST_MS, failureText, toastFailure } from '../feedback.ts'
import { type Change, changeOf, differing, fieldNamed, readTyped, type Typed } from './setting-values.ts'

/** Of `WaitingLine`: saving the settings. */
export const SETTINGS_STEP = 'settings'

/** The stored settings, and what is typed but not saved: kept in this browser, as other forms keep it. */
export function useSettings() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keys.adminSettings,
    queryFn: ({ signal }) => call(api.get, { signal }),
  })
  const { data: state } = query
  const [typed, setTyped] = useState<Typed>({})
  const [errors, setErrors] = useState<Change['errors']>({})
  const [formError, setFormError] = useState<string | null>(null)
  /** What is typed is from an earlier visit. */
  const [restored, setRestored] = useState(false)
  /** The setting to be corrected; a new object each time. */
  const [target, setTarget] = useState<{ name: string } | null>(null)
  const changed = state ? differing(typed, state) : {}
  const count = Object.keys(changed).length

  const copies = useLocalCopies({ realm: 'admin', form: 'settings', read: readTyped })
  const offers = copies.offers.use()
  const restore = useEffectEvent(() => {
    const [offer] = offers
    const kept = offer && state && count === 0 && copies.take(offer)
    if (!kept) return
    setTyped(kept)
    setRestored(true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy is offered, or there are values to put it over
  useEffect(() => restore(), [offers, state])
  useEffect(() => () => cancelWaiting(SETTINGS_STEP), [])
  useLeaveGuard({
    question: () => leavePrompt('离开设置？', '改动还没有保存', copies.isStored()),
    loses: (to) => count > 0 && to?.pathname !== location.pathname && adminSession.get() !== null,
  })

  function fail(found: Change['errors']) {
    setErrors(found)
    const [name] = Object.keys(found)
    if (name) setTarget({ name })
  }

  function discard() {
    copies.forget()
    setTyped({})
    setErrors({})
    setFormError(null)
    setRestored(false)
  }

  const saving = useMutation({
    mutationFn: (body: Change['body']) =>
      patiently(SETTINGS_STEP, () => call(api.update, { body }), { realm: 'admin' }),
    onSuccess(saved) {
      client.setQueryData(keys.adminSettings, saved)
      site.set({ name: saved.settings.site_name, logo: saved.settings.site_logo })
      discard()
      toast.success('设置已保存', ADMIN_TOAST_MS)
    },
    onError(error) {
      toastFailure('保存失败', error)
      const name = error instanceof ApiError ? error.field?.split('.')[0] : undefined
      if (name && fieldNamed(name)) fail({ [name]: error.message })
      else setFormError(failureText('保存失败', error))
    },
  })

  return {
    query,
    typed,
    errors,
    formError,
    restored,
    count,
    target,
    busy: saving.isPending,
    type(name: api.SettingName, text: string) {
      const next = { ...typed, [name]: text }
      const left = state ? differing(next, state) : next
      setTyped(next)
      setErrors(({ [name]: _, ...others }) => others)
      setFormError(null)
      copies.keep(Object.keys(left).length > 0 ? left : null)
    },
    discard,
    save() {
      if (!state || saving.isPending) return
      const { body, errors: found } = changeOf(typed, state)
      setFormError(null)
      fail(found)
      if (Object.keys(found).length === 0 && count > 0) saving.mutate(body)
    },
  }
}

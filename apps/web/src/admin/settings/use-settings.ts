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
import {
  type Change,
  changeOf,
  conflictsOf,
  differing,
  type Edits,
  edit,
  fieldNamed,
  NO_EDITS,
  readEdits,
  rebase,
} from './setting-values.ts'

/** Of `WaitingLine`: saving the settings. */
export const SETTINGS_STEP = 'settings'

/** What this page shows of the site; others show it after a reload. */
export function showIdentity(saved: api.Settings) {
  site.set({
    name: saved.site_name,
    logo: saved.site_logo,
    readOnly: saved.site_mode === 'read_only',
    description: saved.site_description,
    footer: saved.site_footer,
    icp: saved.site_icp,
    contact: saved.site_contact,
    trashDays: saved.trash_days,
  })
}

/** The stored settings, and what is typed but not saved: kept in this browser, as other forms keep it. */
export function useSettings() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keys.adminSettings,
    queryFn: ({ signal }) => call(api.get, { signal }),
    // Whether there is a code to register with changes in another area.
    refetchOnMount: 'always',
  })
  const { data: state } = query
  const [edits, setEdits] = useState(NO_EDITS)
  const [errors, setErrors] = useState<Change['errors']>({})
  const [formError, setFormError] = useState<string | null>(null)
  /** What is typed is from an earlier visit. */
  const [restored, setRestored] = useState(false)
  /** Another administrator changed the same: which of the two counts has to be decided. */
  const [undecided, setUndecided] = useState(false)
  /** The setting to be corrected; a new object each time. */
  const [target, setTarget] = useState<{ name: string } | null>(null)
  const changed = state ? differing(edits.typed, state) : {}
  const count = Object.keys(changed).length

  const copies = useLocalCopies({ realm: 'admin', form: 'settings', read: readEdits })
  const offers = copies.offers.use()
  const restore = useEffectEvent(() => {
    const [offer] = offers
    const kept = offer && state && count === 0 && copies.take(offer)
    if (!kept) return
    setEdits(kept)
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
    setTarget(name ? { name } : null)
  }

  function keep(next: Edits) {
    setEdits(next)
    copies.keep(state && Object.keys(differing(next.typed, state)).length > 0 ? next : null)
  }

  function discard() {
    copies.forget()
    setEdits(NO_EDITS)
    setUndecided(false)
    setErrors({})
    setFormError(null)
    setRestored(false)
  }

  const saving = useMutation({
    // What is sent again finds its own change.
    mutationFn: (body: Change['body']) =>
      patiently(SETTINGS_STEP, () => call(api.update, { body }), { realm: 'admin', repeatable: false }),
    onSuccess(saved) {
      client.setQueryData(keys.adminSettings, saved)
      // Its password is for one server.
      void client.invalidateQueries({ queryKey: keys.adminMail })
      showIdentity(saved.settings)
      discard()
      toast.success('设置已保存', ADMIN_TOAST_MS)
    },
    async onError(error) {
      if (error instanceof ApiError && error.error === 'conflict') {
        const { isSuccess } = await query.refetch()
        if (isSuccess) return setUndecided(true)
      }
      toastFailure('保存失败', error)
      const name = error instanceof ApiError ? error.field?.split('.')[0] : undefined
      if (name && fieldNamed(name)) fail({ [name]: error.message })
      else setFormError(failureText('保存失败', error))
    },
  })

  return {
    query,
    typed: edits.typed,
    /** What another administrator changed meanwhile; null where there is nothing to decide. */
    conflicts: undecided && state ? conflictsOf(edits, state) : null,
    errors,
    formError,
    restored,
    count,
    target,
    busy: saving.isPending,
    type(name: api.SettingName, text: string) {
      if (!state) return
      keep(edit(edits, name, text, state))
      setErrors(({ [name]: _, ...others }) => others)
      setFormError(null)
    },
    decide(kept: 'theirs' | 'mine') {
      if (!state) return
      keep(rebase(edits, state, kept))
      setUndecided(false)
    },
    discard,
    save() {
      if (!state || saving.isPending || undecided) return
      const { body, errors: found } = changeOf(edits, state)
      setFormError(null)
      fail(found)
      if (Object.keys(found).length === 0 && count > 0) saving.mutate(body)
    },
  }
}

import * as uploads from '@shiliu/contract/uploads'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { sendOnce } from '#api/unanswered.ts'
import { upload } from '#api/upload.ts'
import { patiently } from '#data/patience.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { EditableResource } from '../define-resource.ts'
import { ADMIN_TOAST_MS, failureText, toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'
import { type FormStore, fieldOfError, fieldValue, validate } from './form-store.ts'

/** Of `WaitingLine`: saving the record in the form. */
export const RECORD_STEP = 'record'

type Options = {
  resource: EditableResource
  form: FormStore
  onSaved: () => void
  onFieldError: (name: string, message: string) => void
  /** The record was changed by another administrator. */
  onConflict: () => void
  /** The record was deleted by another administrator. */
  onGone: () => void
  /** An error that concerns no single field. */
  onFormError: (message: string) => void
}

/** The form keeps the address of an uploaded avatar, so that a save that fails afterwards does not upload it again. */
async function finishUploads(form: FormStore): Promise<void> {
  for (const field of form.fields) {
    if (field.kind === 'pictures') {
      await fieldValue(field, form.values.get()).settled()
      const error = validate([field], form.values.get())[field.name]
      if (error) throw new ApiError(0, error, { field: field.name })
    } else if (field.kind === 'avatar') {
      const { picture } = fieldValue(field, form.values.get())
      if (!picture) continue
      const send = () => upload(uploads.single, picture, { fileName: 'avatar.png', as: 'admin' })
      const stored = await patiently(RECORD_STEP, send, { realm: 'admin' }).catch(() => null)
      if (!stored) throw new ApiError(0, '头像上传失败，请重试', { field: field.name })
      form.put(field.name, { url: stored.url, picture: null })
    }
  }
}

export function useSave({ resource, form, ...on }: Options) {
  const { api, noun } = resource
  const { row, fields } = form
  const cache = useTableCache()

  return useMutation({
    async mutationFn() {
      await finishUploads(form)
      const body = form.body()
      if (row) {
        const update = () => call(api.update, { params: { id: row.id }, body: { ...body, version: row.version } })
        // An update that is sent again finds its own version outdated.
        await patiently(RECORD_STEP, update, { realm: 'admin', repeatable: false })
      } else {
        const create = (headers: Record<string, string>) => call(api.create, { body, headers })
        const once = () => sendOnce([api.create.path, body], create, 'admin')
        await patiently(RECORD_STEP, once, { realm: 'admin' })
      }
    },
    onSuccess() {
      toast.success(`${noun}${row ? '更新' : '创建'}成功`, ADMIN_TOAST_MS)
      on.onSaved()
      return cache.invalidateAll()
    },
    onError(error) {
      const { status, error: code, field } = error instanceof ApiError ? error : new ApiError(0, '')
      // The form shows both versions.
      if (code === 'conflict') return on.onConflict()
      toastFailure('操作失败', error)
      const name = fieldOfError(fields, field)
      if (name) on.onFieldError(name, error.message)
      else if (row && status === 404) on.onGone()
      else on.onFormError(failureText('操作失败', error))
    },
  })
}

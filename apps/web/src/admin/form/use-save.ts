import * as uploads from '@shiliu/contract/uploads'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { upload } from '#api/upload.ts'
import { toast } from '#ui/toast.ts'
import type { Resource } from '../define-resource.ts'
import { failure, tellFailure } from '../failure.ts'
import { useKeptPages } from '../table/use-rows.ts'
import { TOAST_MS } from '../toast-ms.ts'
import { faultsOf, fieldNamed, heldIn } from './form-values.ts'
import type { RecordSheet } from './record-sheet.ts'

type Options = {
  resource: Resource
  sheet: RecordSheet
  onSaved: () => void
  /** Something is wrong with this field. */
  onFault: (name: string, message: string) => void
  /** Somebody else changed it meanwhile. */
  onConflict: () => void
  /** Somebody else deleted it meanwhile. */
  onGone: () => void
  /** Wrong with no field in particular. */
  onRefused: (message: string) => void
}

/** Pictures that are on their way arrive first; one that was cut out is sent, and kept as sent whatever comes after. */
async function settle(sheet: RecordSheet): Promise<void> {
  for (const field of sheet.fields) {
    if (field.kind === 'pictures') {
      await heldIn(field, sheet.values.get()).settled()
      const wrong = faultsOf([field], sheet.values.get())[field.name]
      if (wrong) throw new ApiError(0, wrong, { field: field.name })
    } else if (field.kind === 'avatar') {
      const { picture } = heldIn(field, sheet.values.get())
      if (!picture) continue
      const sent = await upload(uploads.single, picture, { fileName: 'avatar.png', as: 'admin' }).catch(() => null)
      if (!sent) throw new ApiError(0, '头像上传失败，请重试', { field: field.name })
      sheet.put(field.name, { url: sent.url, picture: null })
    }
  }
}

/** Creates or updates, and says how it went (spec section 8 «Admin»). */
export function useSave({ resource, sheet, ...on }: Options) {
  const { api, noun } = resource
  const { row, fields } = sheet
  const pages = useKeptPages()

  return useMutation({
    async mutationFn() {
      await settle(sheet)
      const body = sheet.body()
      if (row) await call(api.update, { params: { id: row.id }, body: { ...body, version: row.version } })
      else await call(api.create, { body })
    },
    onSuccess() {
      toast.success(`${noun}${row ? '更新' : '创建'}成功`, TOAST_MS)
      on.onSaved()
      return pages.written()
    },
    onError(error) {
      tellFailure('操作失败', error)
      const { status, error: code, field } = error instanceof ApiError ? error : new ApiError(0, '')
      const named = fieldNamed(fields, field)
      if (named) on.onFault(named, error.message)
      else if (code === 'conflict') on.onConflict()
      else if (row && status === 404) {
        on.onGone()
        return pages.refresh()
      } else on.onRefused(failure('操作失败', error))
    },
  })
}

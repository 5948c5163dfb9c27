import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { toast } from '#ui/toast.ts'
import type { Field, Resource, Row } from '../define-resource.ts'
import { failure } from '../failure.ts'
import { useKeptPages } from '../table/use-rows.ts'
import { TOAST_MS } from '../toast-ms.ts'
import { bodyOf, type FormValues } from './form-values.ts'

type Options = {
  resource: Resource
  /** null for a new one. */
  row: Row | null
  fields: readonly Field[]
  onSaved: () => void
  /** The server named the field that is wrong. */
  onFault: (name: string, message: string) => void
}

/** Creates or updates, and says how it went (spec section 8 «Admin»). */
export function useSave({ resource, row, fields, onSaved, onFault }: Options) {
  const { api, noun } = resource
  const pages = useKeptPages()
  return useMutation({
    async mutationFn(values: FormValues) {
      const body = bodyOf(fields, values)
      if (row) await call(api.update, { params: { id: row.id }, body })
      else await call(api.create, { body })
    },
    onSuccess() {
      toast.success(`${noun}${row ? '更新' : '创建'}成功`, TOAST_MS)
      onSaved()
      return pages.written()
    },
    onError(error) {
      toast.error(failure('操作失败', error), TOAST_MS)
      if (!(error instanceof ApiError)) return
      if (fields.some((field) => field.name === error.field)) onFault(error.field ?? '', error.message)
      // Somebody else deleted it meanwhile.
      if (error.status === 404) pages.refresh()
    },
  })
}

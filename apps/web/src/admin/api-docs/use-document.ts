import * as site from '@shiliu/contract/site'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { send } from '#api/send.ts'
import type { ApiDocument } from './document.ts'

/** The description of the API as the server makes it: a document without an envelope, the same for everyone. */
export function useDocument() {
  return useQuery({
    queryKey: keys.apiDocument,
    queryFn: async ({ signal }) => {
      const { ok, status, body } = await send({ ...site.openapi, signal }, null)
      if (!ok || !body) throw toApiError(status, body)
      return body as unknown as ApiDocument
    },
  })
}

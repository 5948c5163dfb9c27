import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { toApiError } from '../error.ts'
import { freshSession } from '../renew.ts'
import { addressOf } from '../send.ts'

/** The user's stream of an endpoint that is one. Throws ApiError where it is refused, and whatever `fetch` throws. */
export async function openEvents(endpoint: AnyEndpoint, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const session = await freshSession('user')
  const { ok, status, body } = await fetch(addressOf(endpoint), {
    headers: { authorization: `Bearer ${session?.token}` },
    cache: 'no-store',
    signal,
  })
  if (ok && body) return body
  void body?.cancel()
  throw toApiError(status, null)
}

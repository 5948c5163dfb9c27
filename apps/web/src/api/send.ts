import type { Method } from '@shiliu/contract/endpoint'
import { API_PREFIX, REQUEST_TIMEOUT_MS } from '@shiliu/contract/limits'
import { type Envelope, networkError } from './error.ts'
import { noteAnswer } from './network.ts'
import { stopRepeats } from './repeats.ts'

/** `retryAfter` in seconds, where the server names a time to wait. */
export type ApiResponse = { status: number; ok: boolean; body: Envelope | null; retryAfter?: number | undefined }

export type ApiRequest = {
  method: Method
  path: string
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  /** Also arrives where the page is being left. */
  keepalive?: boolean
  headers?: Record<string, string>
}

export function addressOf({ path, params = {}, query = {} }: Pick<ApiRequest, 'path' | 'params' | 'query'>): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `${API_PREFIX}${filled}${text && `?${text}`}`
}

export function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Of a header `Retry-After`, which proxies may also send as a date. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** A success that is not in our form is not from our server: networks with a sign-in page of their own answer so. */
export function isForeign({ ok, body }: Pick<ApiResponse, 'ok' | 'body'>): boolean {
  return ok && body === null
}

/**
 * Throws ApiError with status 0 when no response of ours arrives within 60 s or 429 for a request that is sent in a
 * loop, or the signal's reason when aborted.
 */
export async function send(request: ApiRequest, token: string | null): Promise<ApiResponse> {
  const { method, body, signal, keepalive = false } = request
  const address = addressOf(request)
  stopRepeats(`${method} ${address}`)
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    const headers = { ...request.headers }
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(address, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: controller.signal,
      keepalive,
    })
    const { ok, status } = response
    const envelope = readEnvelope(await response.text())
    if (isForeign({ ok, body: envelope })) throw networkError()
    noteAnswer(true)
    return { status, ok, body: envelope, retryAfter: secondsOf(response.headers.get('retry-after')) }
  } catch {
    signal?.throwIfAborted()
    noteAnswer(false)
    throw networkError()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

import type { Method } from '@shiliu/contract/endpoint'
import { API_PREFIX, REQUEST_TIMEOUT_MS } from '@shiliu/contract/limits'
import { type Envelope, networkError } from './error.ts'
import { noteAnswer } from './network.ts'

export type ApiResponse = { status: number; ok: boolean; body: Envelope | null }

export type ApiRequest = {
  method: Method
  path: string
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
}

export function addressOf({ path, params = {}, query = {} }: Pick<ApiRequest, 'path' | 'params' | 'query'>): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `${API_PREFIX}${filled}${search.size > 0 ? `?${search}` : ''}`
}

export function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Throws ApiError with status 0 when no response arrives within 60 s, or the signal's reason when aborted. */
export async function send(request: ApiRequest, token: string | null): Promise<ApiResponse> {
  const { method, body, signal } = request
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    const headers: Record<string, string> = {}
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(addressOf(request), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: controller.signal,
    })
    const text = await response.text()
    noteAnswer(true)
    return { status: response.status, ok: response.ok, body: readEnvelope(text) }
  } catch {
    signal?.throwIfAborted()
    noteAnswer(false)
    throw networkError()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

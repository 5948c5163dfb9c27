/** One HTTP exchange with our API, without sessions: `call()` and the renewal of tokens build on it. */
import type { Method } from '@shiliu/contract/endpoint'
import { API_PREFIX, REQUEST_TIMEOUT_MS } from '@shiliu/contract/limits'
import { type Envelope, networkError } from './error.ts'

export type Answer = { status: number; ok: boolean; body: Envelope | null }

export type Message = {
  method: Method
  path: string
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
}

/** `/api` address of an endpoint; empty query fields are left out. */
export function addressOf({ path, params = {}, query = {} }: Pick<Message, 'path' | 'params' | 'query'>): string {
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

/** Throws ApiError with status 0 when no answer came within 60 s, and the signal's own reason when the caller gave up. */
export async function send(message: Message, token: string | null): Promise<Answer> {
  const { method, body, signal } = message
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  const timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  try {
    const headers: Record<string, string> = {}
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(addressOf(message), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: stop.signal,
    })
    return { status: response.status, ok: response.ok, body: readEnvelope(await response.text()) }
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

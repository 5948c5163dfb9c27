import type { AnyEndpoint, QueryIn } from '@shiliu/contract/endpoint'
import { realmOf, withSession } from './client.ts'
import { networkError, toApiError } from './error.ts'
import { addressOf, readEnvelope } from './send.ts'

type DownloadOptions<E extends AnyEndpoint> = {
  query?: { [Name in keyof QueryIn<E>]?: string | number | null | undefined }
  /** The rows received and their total; null where the server did not send it. */
  onProgress?: (rows: number, total: number | null) => void
  signal?: AbortSignal
}

/** Downloads from an endpoint that is `csv` or `raw`. Throws ApiError, or the signal's reason. */
export async function download<E extends AnyEndpoint>(endpoint: E, options: DownloadOptions<E> = {}): Promise<Blob> {
  const { query = {}, onProgress, signal } = options
  const address = addressOf({ path: endpoint.path, query })
  let file: Response | null = null
  const failed = await withSession(realmOf(endpoint), async (token) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await orNetworkError(fetch(address, { headers, signal: signal ?? null }), signal)
    if (response.ok) file = response
    const body = response.ok ? null : readEnvelope(await response.text())
    return { status: response.status, ok: response.ok, body }
  })
  if (!file) throw toApiError(failed.status, failed.body)
  return orNetworkError(receive(file, onProgress), signal)
}

async function receive(response: Response, onProgress: DownloadOptions<AnyEndpoint>['onProgress']): Promise<Blob> {
  const header = Number(response.headers.get('x-total-count') ?? Number.NaN)
  const total = Number.isNaN(header) ? null : header
  const countRows = createRowCounter()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    onProgress?.(countRows(chunk.value), total)
  }
  return new Blob(chunks, { type: 'text/csv;charset=utf-8' })
}

async function orNetworkError<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await promise
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  }
}

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts the rows of a CSV file, without its heading, while its bytes arrive. Line breaks within quotes end no row. */
export function createRowCounter() {
  let lines = 0
  let quoted = false
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE) quoted = !quoted
      else if (byte === LINE_FEED && !quoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

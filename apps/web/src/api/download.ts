/** Files that the server writes while they are sent, told row by row as they arrive. */
import type { AnyEndpoint, QueryIn } from '@shiliu/contract/endpoint'
import { realmOf, withSession } from './client.ts'
import { createRowCounter } from './csv-rows.ts'
import { networkError, toApiError } from './error.ts'
import { addressOf, readEnvelope } from './send.ts'

type DownloadOptions<E extends AnyEndpoint> = {
  query?: { [Name in keyof QueryIn<E>]?: string | number | null | undefined }
  /** Rows that are here, of how many there will be; null where the server did not say. */
  onProgress?: (rows: number, total: number | null) => void
  signal?: AbortSignal
}

/** A CSV file of an endpoint that is `csv`. Throws ApiError, or the signal's reason. */
export async function download<E extends AnyEndpoint>(endpoint: E, options: DownloadOptions<E> = {}): Promise<Blob> {
  const { query = {}, onProgress, signal } = options
  const address = addressOf({ path: endpoint.path, query })
  let file: Response | null = null
  const answer = await withSession(realmOf(endpoint), async (token) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await reached(fetch(address, { headers, signal: signal ?? null }), signal)
    if (response.ok) file = response
    const body = response.ok ? null : readEnvelope(await response.text())
    return { status: response.status, ok: response.ok, body }
  })
  if (!file) throw toApiError(answer.status, answer.body)
  return reached(receive(file, onProgress), signal)
}

async function receive(response: Response, onProgress: DownloadOptions<AnyEndpoint>['onProgress']): Promise<Blob> {
  const said = Number(response.headers.get('x-total-count') ?? Number.NaN)
  const total = Number.isNaN(said) ? null : said
  const count = createRowCounter()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value)
    onProgress?.(count(piece.value), total)
  }
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' })
}

async function reached<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await answer
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  }
}

/** Has the browser keep a file under this name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'

export type SseClient<T> = {
  headers: Headers
  /** The data of the next event; undefined at the end of the stream. */
  next(): Promise<T | undefined>
  /** Blocks without data so far, such as comments. */
  asides: string[]
  leave(): void
}

/** Opens a stream that is closed at the end of the test at the latest. */
export async function openSseClient<T>(url: string, token: string): Promise<SseClient<T>> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const asides: string[] = []
  let text = ''
  return {
    headers: response.headers,
    asides,
    leave: () => leaving.abort(),
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end === -1) {
          const { done, value } = await chunks.read()
          if (done) return undefined
          text += value
          continue
        }
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        if (event.startsWith('data: ')) return JSON.parse(event.slice('data: '.length)) as T
        asides.push(event)
      }
    },
  }
}

/** Status and text of a response; of an event stream up to the end of the first event. */
export async function readFirstPart(
  app: FastifyInstance,
  request: InjectOptions,
): Promise<{ status: number; text: string }> {
  const leaving = new AbortController()
  const response = await app.inject({ ...request, payloadAsStream: true, signal: leaving.signal })
  let text = ''
  for await (const chunk of response.stream()) {
    text += String(chunk)
    if (text.endsWith('\n\n')) break
  }
  leaving.abort()
  return { status: response.statusCode, text }
}

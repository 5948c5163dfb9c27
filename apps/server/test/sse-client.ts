/** Reads server-sent events from a server that listens. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'

export type EventReader<T> = {
  headers: Headers
  /** The next event's data; undefined where the stream has ended. */
  next(): Promise<T | undefined>
  /** Comments and other lines that carry no data, so far. */
  asides: string[]
  leave(): void
}

/** Opens a stream; left at the end of the test at the latest. */
export async function readEvents<T>(url: string, token: string): Promise<EventReader<T>> {
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

/** Status and text of an answer that may go on for ever: all of it, or up to the end of its first event. */
export async function beginningOf(
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

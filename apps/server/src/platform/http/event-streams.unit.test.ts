import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type FastifyReply, fastify } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { localBus } from '../events/bus.ts'
import { keyedListeners } from '../events/keyed-listeners.ts'
import { eventStreams, sendEvents } from './event-streams.ts'

const log = pino({ level: 'silent' })
const viewer = { role: 'user', id: 1, sessionId: 7 } as const

function stage(read: () => Promise<unknown>) {
  const bus = localBus()
  const { subscribe, notify } = keyedListeners()
  const streams = eventStreams({ bus, log, findSession: async () => ({ adminRole: null, secondFactorDue: false }) })
  return {
    bus,
    streams,
    change: () => notify(1),
    live: { read, watch: (changed: () => void) => subscribe(1, changed) },
  }
}

afterEach(() => void vi.useRealTimers())

it('queues nothing for a slow client and then sends the current value', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let value = 0
  // Each event fills the stream's buffer.
  const { streams, change, live } = stage(async () => ({ value, padding: 'x'.repeat(100_000) }))
  const readable = streams.open(viewer, live)
  await once(readable, 'readable')
  for (value = 1; value <= 50; value++) {
    change()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(readable.readableLength).toBeLessThan(200_000)
  const texts: string[] = []
  readable.on('data', (chunk) => texts.push(String(chunk)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(texts.map((text) => JSON.parse(text.slice('data: '.length)).value)).toEqual([0, 51])
})

it('ends the stream when the value cannot be read, so that the client reconnects', async () => {
  const { streams, live } = stage(() => Promise.reject(new Error('no database')))
  const readable = streams.open(viewer, live).resume()
  await once(readable, 'end')
})

it('keeps at most five streams per account', async () => {
  const { streams, live } = stage(async () => 0)
  const texts = Array.from({ length: 12 }, () => '')
  for (const at of texts.keys()) {
    streams.open(viewer, live).on('data', (chunk) => {
      texts[at] += String(chunk)
    })
  }
  // A stream closed to make room carries a retry delay.
  const cameIn = () => texts.map((text) => (text.includes('retry:') ? 'out' : 'in'))
  await expect.poll(() => texts.every((text) => text !== '')).toBe(true)
  expect(cameIn()).toEqual([...Array(7).fill('out'), ...Array(5).fill('in')])
  await streams.close()
})

it('sends the value again after messages were missed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let value = 0
  const { bus, streams, live } = stage(async () => value)
  const readable = streams.open(viewer, live)
  const texts: string[] = []
  readable.on('data', (chunk) => texts.push(String(chunk)))
  await vi.advanceTimersByTimeAsync(1000)
  value = 1
  bus.publish('connection', { up: true })
  await vi.advanceTimersByTimeAsync(1000)
  expect(texts).toEqual(['data: 0\n\n', 'data: 1\n\n'])
})

it('destroys a stream whose client does not read its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { streams, live } = stage(async () => 'x'.repeat(100_000))
  const readable = streams.open(viewer, live)
  await once(readable, 'readable')
  const closed = streams.close()
  await vi.advanceTimersByTimeAsync(1000)
  await closed
  expect(readable.destroyed).toBe(true)
})

it('holds little for a connection that nobody reads, and gives it up after 100 seconds', async () => {
  let value = 0
  const { streams, change, live } = stage(async () => ({ value, padding: 'x'.repeat(1_000_000) }))
  const app = fastify()
  onTestFinished(() => app.close())
  let reply: FastifyReply | undefined
  app.get('/', (_, given) => {
    reply = given
    return sendEvents(given, streams.open(viewer, live))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await vi.waitFor(() => expect(streams.count()).toBe(1))
  let most = 0
  for (value = 1; value <= 50; value++) {
    change()
    await vi.advanceTimersByTimeAsync(1000)
    most = Math.max(most, reply?.raw.writableLength ?? 0)
  }
  expect(most).toBeLessThan(3_000_000)
  expect(streams.count()).toBe(1)
  await vi.advanceTimersByTimeAsync(100_000)
  expect([streams.count(), reply?.raw.destroyed]).toEqual([0, true])
})

it('keeps a quiet connection that is read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { streams, live } = stage(async () => 0)
  streams.open(viewer, live).resume()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(streams.count()).toBe(1)
  await streams.close()
})

import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { localBus } from '../events/bus.ts'
import { watchers } from '../events/watchers.ts'
import { eventStreams } from './event-streams.ts'

const log = pino({ level: 'silent' })
const viewer = { role: 'user', id: 1, sessionId: 7 } as const

function stage(read: () => Promise<unknown>) {
  const bus = localBus()
  const { watch, news } = watchers()
  const streams = eventStreams({ bus, log, isLive: async () => true })
  return { bus, streams, change: () => news(1), live: { read, watch: (changed: () => void) => watch(1, changed) } }
}

afterEach(() => void vi.useRealTimers())

it('keeps nothing for a reader who does not read, and then tells what is true now', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let value = 0
  // Each event fills the buffer between us and the reader.
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

it('ends at once where the value cannot be read, so that the reader comes again', async () => {
  const { streams, live } = stage(() => Promise.reject(new Error('no database')))
  const readable = streams.open(viewer, live).resume()
  await once(readable, 'end')
})

it('keeps five for an account, however many are opened at once', async () => {
  const { streams, live } = stage(async () => 0)
  const texts = Array.from({ length: 12 }, () => '')
  for (const at of texts.keys()) {
    streams.open(viewer, live).on('data', (chunk) => {
      texts[at] += String(chunk)
    })
  }
  // Whoever made room is told when to come again.
  const cameIn = () => texts.map((text) => (text.includes('retry:') ? 'out' : 'in'))
  await expect.poll(() => texts.every((text) => text !== '')).toBe(true)
  expect(cameIn()).toEqual([...Array(7).fill('out'), ...Array(5).fill('in')])
  await streams.close()
})

it('looks again when messages were missed', async () => {
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

it('lets go of a reader who does not take the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { streams, live } = stage(async () => 'x'.repeat(100_000))
  const readable = streams.open(viewer, live)
  await once(readable, 'readable')
  const closed = streams.close()
  await vi.advanceTimersByTimeAsync(1000)
  await closed
  expect(readable.destroyed).toBe(true)
})

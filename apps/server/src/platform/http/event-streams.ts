/** Server-sent events: a value and each change of it, for a signed-in viewer (docs/decisions/011-live-push.md). */
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Bus } from '../events/bus.ts'
import type { FindSession, Viewer } from './session.ts'

export type LiveValue<T> = {
  read(): Promise<T>
  /** Calls `changed` whenever the value may have changed, until the returned function is called. */
  watch(changed: () => void): () => void
}

export type EventStreams = {
  /** Sends the value at once and after each change, until the client disconnects or the session ends. */
  open(viewer: Viewer, live: LiveValue<unknown>): Readable
  /** How many are open. */
  count(): number
  /** Resolves when the clients have received the end, or after a second. */
  close(): Promise<void>
}

type Options = { bus: Bus; findSession: FindSession; log: FastifyBaseLogger }
type Stream = {
  sessionId: number
  readable: Readable
  ended(): boolean
  markChanged(): void
  end(retryMs?: number): void
}

/** The oldest stream of an account is closed to make room for another. */
const MAX_PER_ACCOUNT = 5
/** Keeps proxies from closing an idle connection after a minute, and notices a session that ended without a message. */
const HEARTBEAT_MS = 25_000
/** A client that takes nothing for as many is gone, or stopped: its connection and what waits in it are given up. */
const HEARTBEATS_UNREAD = 4
const MIN_INTERVAL_MS = 200
/** Reconnect delay of a stream closed to make room; sooner, two browsers would keep closing each other's. */
const EVICTED_RETRY_MS = 60_000
const CLOSE_TIMEOUT_MS = 1000

/** The open streams of live values of this process. */
export function eventStreams({ bus, findSession, log }: Options): EventStreams {
  /** By account, oldest first. */
  const open = new Map<string, Set<Stream>>()
  let closing = false
  const all = () => [...open.values()].flatMap((streams) => [...streams])

  bus.subscribe('session-ended', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    for (const stream of all()) if (ended.has(stream.sessionId)) stream.end()
  })
  // Changes may have been missed while other processes were unreachable.
  bus.subscribe('connection', ({ up }) => {
    if (up) for (const stream of all()) stream.markChanged()
  })

  return {
    open(viewer, live) {
      const account = `${viewer.role}:${viewer.id}`
      const streams = open.get(account) ?? new Set()
      const stream = openStream(live, {
        sessionId: viewer.sessionId,
        isSessionActive: async () => (await findSession(viewer)) !== null,
        onError: (error) => log.error({ err: error }, 'event stream failed'),
        onClose() {
          streams.delete(stream)
          if (streams.size === 0) open.delete(account)
        },
      })
      open.set(account, streams.add(stream))
      const active = [...streams].filter((stream) => !stream.ended())
      if (active.length > MAX_PER_ACCOUNT) active[0]?.end(EVICTED_RETRY_MS)
      if (closing) stream.end()
      return stream.readable
    },
    count: () => all().length,
    async close() {
      closing = true
      const streams = all()
      for (const stream of streams) stream.end()
      await Promise.all(
        streams.map(({ readable }) => readable.closed || new Promise((done) => readable.on('close', done))),
      )
    },
  }
}

type StreamContext = {
  sessionId: number
  isSessionActive(): Promise<boolean>
  onError(error: unknown): void
  onClose(): void
}

/** Nothing is queued for a slow client: each event carries the value at the time the client can take it. */
function openStream(live: LiveValue<unknown>, { sessionId, isSessionActive, onError, onClose }: StreamContext): Stream {
  let changed = true
  let clientReady = false
  let busy = false
  let lastEvent = ''
  let ended = false
  let pauseTimer: NodeJS.Timeout | undefined
  let closeTimer: NodeJS.Timeout | undefined

  const readable = new Readable({
    read() {
      clientReady = true
      void sendIfReady()
    },
    destroy(error, done) {
      ended = true
      unwatch()
      clearInterval(heartbeat)
      clearTimeout(pauseTimer)
      clearTimeout(closeTimer)
      onClose()
      done(error)
    },
  })

  async function sendIfReady() {
    if (!changed || !clientReady || busy || ended) return
    busy = true
    changed = false
    const event = await ifSessionActive(async () => `data: ${JSON.stringify(await live.read())}\n\n`)
    if (event && event !== lastEvent) send(event)
    lastEvent = event ?? lastEvent
    pauseTimer = setTimeout(() => {
      busy = false
      void sendIfReady()
    }, MIN_INTERVAL_MS)
  }

  /** Ends the stream if its session has ended or cannot be checked. */
  async function ifSessionActive<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      if (await isSessionActive()) return await work()
    } catch (error) {
      onError(error)
    }
    end()
  }

  function send(text: string) {
    if (ended) return
    clientReady = false
    readable.push(text)
  }

  function markChanged() {
    changed = true
    void sendIfReady()
  }

  function end(retryMs?: number) {
    if (ended) return
    if (retryMs) readable.push(`retry: ${retryMs}\n\n`)
    ended = true
    readable.push(null)
    closeTimer = setTimeout(() => readable.destroy(), CLOSE_TIMEOUT_MS)
  }

  const unwatch = live.watch(markChanged)
  let unread = 0
  const heartbeat = setInterval(() => {
    unread = clientReady ? 0 : unread + 1
    if (unread === HEARTBEATS_UNREAD) return void readable.destroy()
    void ifSessionActive(async () => clientReady && send(':\n\n'))
  }, HEARTBEAT_MS)
  return { sessionId, readable, ended: () => ended, markChanged, end }
}

/** Keeps proxies from buffering or compressing the stream. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Closes the connection with the stream: an idle one would delay the server's shutdown.
      .header('connection', 'close')
      .send(events)
  )
}

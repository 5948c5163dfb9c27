/** Answers that go on: a value and each change of it, told to a signed-in viewer (docs/decisions/011-live-push.md). */
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Bus } from '../events/bus.ts'
import type { IsLive, Viewer } from './session.ts'

/** A value that somebody looks at while it changes. */
export type Live<T> = {
  read(): Promise<T>
  /** Calls `changed` whenever the value may have changed, until the answered function is called. */
  watch(changed: () => void): () => void
}

export type EventStreams = {
  /** Tells the value at once and after each change, until the reader leaves or the session ends. */
  open(viewer: Viewer, live: Live<unknown>): Readable
  /** Ends all streams; done when their readers have the end, or after a second. */
  close(): Promise<void>
}

type Needs = { bus: Bus; isLive: IsLive; log: FastifyBaseLogger }
type Stream = {
  sessionId: number
  readable: Readable
  /** Told to end; its reader may not have heard of that yet. */
  ended(): boolean
  touch(): void
  end(retryMs?: number): void
}

/** An account's oldest stream makes room for one more than this. */
const MOST_PER_ACCOUNT = 5
/** Proxies close what is silent for a minute; a session that ended unheard of is noticed at the same time. */
const HEARTBEAT_MS = 25_000
/** A burst of changes is told as one. */
const PAUSE_MS = 200
/** Whoever made room comes back after this time, or two browsers would go on pushing each other out. */
const ROOM_MADE_RETRY_MS = 60_000
const LINGER_MS = 1000

/** The open streams of this process. */
export function eventStreams({ bus, isLive, log }: Needs): EventStreams {
  /** Oldest first. */
  const open = new Map<string, Set<Stream>>()
  let closing = false
  const all = () => [...open.values()].flatMap((streams) => [...streams])

  bus.subscribe('session-ended', ({ sessionIds }) => {
    const ended = new Set(sessionIds)
    for (const stream of all()) if (ended.has(stream.sessionId)) stream.end()
  })
  // What happened while others could not be heard.
  bus.subscribe('connection', ({ up }) => {
    if (up) for (const stream of all()) stream.touch()
  })

  return {
    open(viewer, live) {
      const account = `${viewer.role}:${viewer.id}`
      const streams = open.get(account) ?? new Set()
      const stream = openStream(live, {
        sessionId: viewer.sessionId,
        isStanding: () => isLive(viewer),
        failed: (error) => log.error({ err: error }, 'event stream failed'),
        closed() {
          streams.delete(stream)
          if (streams.size === 0) open.delete(account)
        },
      })
      open.set(account, streams.add(stream))
      const going = [...streams].filter((one) => !one.ended())
      if (going.length > MOST_PER_ACCOUNT) going[0]?.end(ROOM_MADE_RETRY_MS)
      if (closing) stream.end()
      return stream.readable
    },
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

type Surroundings = {
  sessionId: number
  isStanding(): Promise<boolean>
  failed(error: unknown): void
  closed(): void
}

/**
 * The text of one stream. Nothing is queued for a slow reader: what is told is always the value of now, when it is ready
 * to hear it.
 */
function openStream(live: Live<unknown>, { sessionId, isStanding, failed, closed }: Surroundings): Stream {
  let stale = true
  let wanted = false
  let busy = false
  let told = ''
  let ended = false
  let pause: NodeJS.Timeout | undefined
  let linger: NodeJS.Timeout | undefined

  const readable = new Readable({
    read() {
      wanted = true
      void tell()
    },
    destroy(error, done) {
      ended = true
      stop()
      clearInterval(heartbeat)
      clearTimeout(pause)
      clearTimeout(linger)
      closed()
      done(error)
    },
  })

  async function tell() {
    if (!stale || !wanted || busy || ended) return
    busy = true
    stale = false
    const event = await ifStanding(async () => `data: ${JSON.stringify(await live.read())}\n\n`)
    if (event && event !== told) send(event)
    told = event ?? told
    pause = setTimeout(() => {
      busy = false
      void tell()
    }, PAUSE_MS)
  }

  /** Ends the stream where its session has ended, or where nobody can say. */
  async function ifStanding<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      if (await isStanding()) return await work()
    } catch (error) {
      failed(error)
    }
    end()
  }

  function send(text: string) {
    if (ended) return
    wanted = false
    readable.push(text)
  }

  function touch() {
    stale = true
    void tell()
  }

  function end(retryMs?: number) {
    if (ended) return
    if (retryMs) readable.push(`retry: ${retryMs}\n\n`)
    ended = true
    readable.push(null)
    linger = setTimeout(() => readable.destroy(), LINGER_MS)
  }

  const stop = live.watch(touch)
  const heartbeat = setInterval(() => ifStanding(async () => wanted && send(':\n\n')), HEARTBEAT_MS)
  return { sessionId, readable, ended: () => ended, touch, end }
}

/** Sends a stream's text, which no proxy on the way may gather or compress. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-cache, no-transform')
      .header('x-accel-buffering', 'no')
      // When the stream ends so does its connection: an idle one would hold up the server's shutdown.
      .header('connection', 'close')
      .send(events)
  )
}

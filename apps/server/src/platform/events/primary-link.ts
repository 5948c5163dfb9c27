/**
 * What a worker of `WORKERS` says to the process that started it, and hears from it: messages of the site's bus, and
 * questions about what all workers share (docs/decisions/057-metrics.md).
 */
import type { AttemptRule, StoredCounts } from '../attempts.ts'
import type { Log } from '../log.ts'
import type { Figure } from '../metrics.ts'
import { traced } from '../trace.ts'
import { boundedSender } from './bounded-sender.ts'
import { type Bus, type Envelope, sharedBus } from './bus.ts'

/** What a worker asks, and what it is answered. */
export type Questions = {
  takeAttempt: { ask: { key: string; rule: AttemptRule }; answer: { waitMs: number; count: number } }
  giveBackAttempt: { ask: { key: string }; answer: null }
  clearAttempts: { ask: { key: string }; answer: null }
  /** Counts that were stored; only the first worker's count. */
  fillAttempts: { ask: StoredCounts['rows']; answer: null }
  /** What is to be stored; one worker gets it. */
  drainAttempts: { ask: null; answer: StoredCounts }
  putBackAttempts: { ask: readonly string[]; answer: null }
  countLimit: { ask: { key: string; windowMs: number }; answer: { current: number; ttl: number } }
  /** Given the figures of the one that asks, those of all others, which never count less than before. */
  snapshots: { ask: readonly Figure[]; answer: (readonly Figure[])[] }
}
export type Question = keyof Questions

export type ToPrimary =
  | { kind: 'bus'; envelope: Envelope }
  | { kind: 'ask'; id: number; question: Question; ask: unknown }
  | { kind: 'snapshot'; id: number; figures: readonly Figure[] }
  | { kind: 'refused'; reason: string }
export type ToWorker =
  | { kind: 'alive' }
  | { kind: 'bus'; envelope: Envelope }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'snapshot'; id: number }

/** Of `process`, in a worker. `sent` is called when a message has left or cannot. */
export type Channel = {
  send(message: ToPrimary, sent: () => void): void
  onMessage(listener: (message: ToWorker) => void): () => void
}

export type PrimaryLink = {
  /** Between the workers; a site with Redis has that of Redis instead. */
  bus: Bus
  /** Rejects after a second, at once while the primary is silent: the caller then goes by what this process knows. */
  ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']>
  /** What this worker answers when another one reads the figures of all. */
  onSnapshot(read: () => Promise<readonly Figure[]>): void
  /** This version must not go on: the primary ends the site with these words. */
  refuse(reason: string): void
  /** The primary hangs: the other workers are not heard, and nobody takes new connections. */
  isSilent(): boolean
}

/** Of a question. */
const DEADLINE_MS = 1000
/** How often both sides say that they live. */
export const ALIVE_MS = 1000
/** Of `ALIVE_MS`, counted rather than timed: while this process itself is held up, it only counts one. */
const SILENT_TICKS = 3
const HUNG_TICKS = 30

type Options = {
  log?: Pick<Log, 'info' | 'error'>
  /** The primary has been silent for half a minute. */
  onHung?: () => void
  deadlineMs?: number
  aliveMs?: number
}

/** While the primary is silent, messages of others are missed: `connection` says so, and when it is over. */
export function primaryLink({ send: sendNow, onMessage }: Channel, options: Options = {}): PrimaryLink {
  const { log, onHung, deadlineMs = DEADLINE_MS, aliveMs = ALIVE_MS } = options
  const asked = new Map<number, (answer: unknown) => void>()
  let questions = 0
  let read: () => Promise<readonly Figure[]> = async () => []
  let silentTicks = 0
  let isSilent = false
  const send = boundedSender(sendNow, () => {
    // The others missed what could not be sent.
    send({ kind: 'bus', envelope: { from: nodeId, topic: 'connection', message: { up: true } } })
  })
  const { receive, ...bus } = sharedBus((envelope) => send({ kind: 'bus', envelope }))
  const { nodeId } = bus

  function setSilent(silent: boolean): void {
    if (silent === isSilent) return
    isSilent = silent
    if (silent)
      log?.error({}, 'the first process does not answer: no new connections, nothing is heard of other workers')
    else log?.info({}, 'the first process answers again')
    bus.publishHere('connection', { up: !silent })
  }

  const leave = onMessage((message) => {
    silentTicks = 0
    setSilent(false)
    switch (message.kind) {
      case 'bus':
        receive(message.envelope)
        break
      case 'answer':
        asked.get(message.id)?.(message.answer)
        break
      case 'snapshot':
        // Whoever reads does not wait for one that cannot answer.
        read().then(
          (figures) => send({ kind: 'snapshot', id: message.id, figures }),
          () => {},
        )
    }
  })
  const alive = () => send({ kind: 'bus', envelope: { from: nodeId } })
  alive()
  const timer = setInterval(() => {
    alive()
    silentTicks++
    if (silentTicks >= SILENT_TICKS) setSilent(true)
    if (silentTicks === HUNG_TICKS) onHung?.()
  }, aliveMs).unref()

  return {
    bus: {
      ...bus,
      async close() {
        clearInterval(timer)
        leave()
        await bus.close()
      },
    },
    ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']) {
      const id = ++questions
      const answer = new Promise<Questions[Q]['answer']>((resolve, reject) => {
        const refuse = () => reject(new Error(`The first process of the site did not answer: ${question}`))
        if (isSilent) return refuse()
        const timer = setTimeout(() => {
          asked.delete(id)
          refuse()
        }, deadlineMs)
        asked.set(id, (answer) => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(answer as Questions[Q]['answer'])
        })
        send({ kind: 'ask', id, question, ask })
      })
      return traced('primary', question, () => answer)
    },
    onSnapshot(reader) {
      read = reader
    },
    refuse: (reason) => void send({ kind: 'refused', reason }),
    isSilent: () => isSilent,
  }
}

/** The channel of a worker. What cannot be sent is lost: the primary is gone, and the worker ends with it. */
export function channelOf(process: NodeJS.Process): Channel {
  return {
    send: (message, sent) => void process.send?.(message, undefined, {}, sent),
    onMessage(listener) {
      const receive = (message: unknown) => listener(message as ToWorker)
      process.on('message', receive)
      return () => process.off('message', receive)
    },
  }
}

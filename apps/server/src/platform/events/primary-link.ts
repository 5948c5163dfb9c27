/**
 * What a worker of `WORKERS` says to the process that started it, and hears from it: messages of the site's bus, and
 * questions about what all workers share (docs/decisions/057-metrics.md).
 */
import type { AttemptRule, StoredCounts } from '../attempts.ts'
import type { Figure } from '../metrics.ts'
import { type Bus, localBus, type Topic, type Topics } from './bus.ts'

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
  /** The figures of the other workers. */
  snapshots: { ask: null; answer: (readonly Figure[])[] }
}
export type Question = keyof Questions

/** Without a topic it only tells that its sender lives. */
export type Envelope = { from: string; topic?: Topic; message?: unknown }
export type ToPrimary =
  | { kind: 'bus'; envelope: Envelope }
  | { kind: 'ask'; id: number; question: Question; ask: unknown }
  | { kind: 'snapshot'; id: number; figures: readonly Figure[] }
export type ToWorker =
  | { kind: 'bus'; envelope: Envelope }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'snapshot'; id: number }
  | { kind: 'stop' }

/** Of `process`, in a worker. */
export type Channel = {
  send(message: ToPrimary): void
  onMessage(listener: (message: ToWorker) => void): () => void
}

export type PrimaryLink = {
  /** Between the workers; a site with Redis has that of Redis instead. */
  bus: Bus
  /** Rejects after a second: the caller then goes by what this process knows. */
  ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']>
  /** What this worker answers when another one reads the figures of all. */
  onSnapshot(read: () => Promise<readonly Figure[]>): void
  /** The site is to end; at once where that was said before. */
  onStop(stop: () => void): void
}

const DEADLINE_MS = 1000
const ALIVE_MS = 1000

export function primaryLink({ send, onMessage }: Channel, deadlineMs = DEADLINE_MS): PrimaryLink {
  const local = localBus()
  const { nodeId } = local
  const heard = new Map<string, number>()
  const asked = new Map<number, (answer: unknown) => void>()
  let questions = 0
  let read: () => Promise<readonly Figure[]> = async () => []
  let isStopping = false
  let stop = () => {}

  const leave = onMessage((message) => {
    if (message.kind === 'stop') {
      isStopping = true
      stop()
    }
    if (message.kind === 'answer') asked.get(message.id)?.(message.answer)
    if (message.kind === 'bus') {
      const { from, topic, message: content } = message.envelope
      heard.set(from, performance.now())
      if (topic) local.publish(topic, content as Topics[Topic])
    }
    if (message.kind === 'snapshot') {
      const { id } = message
      // Whoever reads does not wait for one that cannot answer.
      read().then(
        (figures) => send({ kind: 'snapshot', id, figures }),
        () => {},
      )
    }
  })
  const alive = () => send({ kind: 'bus', envelope: { from: nodeId } })
  alive()
  const timer = setInterval(alive, ALIVE_MS).unref()

  return {
    bus: {
      ...local,
      lastHeard: (id) => heard.get(id),
      publish(topic, message) {
        local.publish(topic, message)
        send({ kind: 'bus', envelope: { from: nodeId, topic, message } })
      },
      async close() {
        clearInterval(timer)
        leave()
        await local.close()
      },
    },
    ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']) {
      const id = ++questions
      return new Promise<Questions[Q]['answer']>((resolve, reject) => {
        const timer = setTimeout(() => {
          asked.delete(id)
          reject(new Error(`The first process of the site did not answer: ${question}`))
        }, deadlineMs)
        asked.set(id, (answer) => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(answer as Questions[Q]['answer'])
        })
        send({ kind: 'ask', id, question, ask })
      })
    },
    onSnapshot(reader) {
      read = reader
    },
    onStop(listener) {
      stop = listener
      if (isStopping) stop()
    },
  }
}

/** The channel of a worker. What cannot be sent is lost: the primary is gone, and the worker ends with it. */
export function channelOf(process: NodeJS.Process): Channel {
  return {
    send: (message) => void process.send?.(message, undefined, {}, () => {}),
    onMessage(listener) {
      const receive = (message: unknown) => listener(message as ToWorker)
      process.on('message', receive)
      return () => process.off('message', receive)
    },
  }
}

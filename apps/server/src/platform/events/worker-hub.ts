/** What the first process of `WORKERS` does for the others: it passes messages on, and keeps the counts that they share. */
import { type StoredCounts, sharedAttempts } from '../attempts.ts'
import type { Clock } from '../clock.ts'
import { limitCounts } from '../http/limit-store.ts'
import type { Figure } from '../metrics.ts'
import type { Question, Questions, ToPrimary, ToWorker } from './primary-link.ts'

export type WorkerHub = {
  /** Call with each message of a worker. */
  receive(from: number, message: ToPrimary): void
  joined(worker: number, send: (message: ToWorker) => void): void
  left(worker: number): void
}

/** A worker that hangs is left out of what is read. */
const SNAPSHOT_MS = 700

const NOTHING: StoredCounts = { names: [], rows: [] }

export function workerHub(clock: Clock, snapshotMs = SNAPSHOT_MS): WorkerHub {
  /** In the order in which they joined. */
  const workers = new Map<number, (message: ToWorker) => void>()
  const attempts = sharedAttempts(clock)
  const limits = limitCounts(clock.now)
  const waiting = new Map<number, (from: number, figures: readonly Figure[]) => void>()
  let isFilled = false
  let readings = 0

  const others = (worker: number) => [...workers].filter(([id]) => id !== worker)
  /** The one that writes for all, so that an older count never replaces a newer one. */
  const isFirst = (worker: number) => workers.keys().next().value === worker

  function readOthers(worker: number): Promise<(readonly Figure[])[]> {
    const asked = others(worker)
    const id = ++readings
    const found = new Map<number, readonly Figure[]>()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve([...found.values()])
      }
      const timer = setTimeout(end, snapshotMs)
      waiting.set(id, (from, figures) => {
        found.set(from, figures)
        if (found.size === asked.length) end()
      })
      for (const [, send] of asked) send({ kind: 'snapshot', id })
      if (asked.length === 0) end()
    })
  }

  type Answers = { [Q in Question]: (ask: Questions[Q]['ask'], from: number) => Promise<Questions[Q]['answer']> }
  const answers: Answers = {
    takeAttempt: ({ key, rule }) => attempts.take(key, rule),
    giveBackAttempt: async ({ key }) => attempts.giveBack(key).then(() => null),
    clearAttempts: async ({ key }) => attempts.clear(key).then(() => null),
    async fillAttempts(rows) {
      if (!isFilled) attempts.fill(rows)
      isFilled = true
      return null
    },
    drainAttempts: async (_, from) => (isFirst(from) ? attempts.drain() : NOTHING),
    async putBackAttempts(names) {
      attempts.putBack(names)
      return null
    },
    countLimit: async ({ key, windowMs }) => limits(key, windowMs),
    snapshots: (_, from) => readOthers(from),
  }

  return {
    joined: (worker, send) => void workers.set(worker, send),
    left: (worker) => void workers.delete(worker),
    receive(from, message) {
      if (message.kind === 'bus') for (const [, send] of others(from)) send(message)
      if (message.kind === 'snapshot') waiting.get(message.id)?.(from, message.figures)
      if (message.kind !== 'ask') return
      const { id, question, ask } = message
      const answer = answers[question] as (ask: unknown, from: number) => Promise<unknown>
      // One that left meanwhile needs no answer.
      answer(ask, from).then((given) => workers.get(from)?.({ kind: 'answer', id, answer: given }))
    },
  }
}

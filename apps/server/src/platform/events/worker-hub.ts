/**
 * What the first process of `WORKERS` does for the others: it passes messages on, and keeps the counts that they share.
 */
import { type StoredCounts, sharedAttempts } from '../attempts.ts'
import type { Clock } from '../clock.ts'
import { limitCounts } from '../http/limit-store.ts'
import { type Figure, startedAt, sumCounters } from '../metrics.ts'
import { boundedSender } from './bounded-sender.ts'
import type { Question, Questions, ToPrimary, ToWorker } from './primary-link.ts'

export type WorkerHub = {
  /** Call with each message of a worker. */
  receive(from: number, message: ToPrimary): void
  /** `sent` is called when a message has left or cannot. */
  joined(worker: number, send: (message: ToWorker, sent: () => void) => void): void
  left(worker: number): void
  /** Call every `ALIVE_MS`: tells the workers that this process lives, and looks whether they do. */
  tick(): void
}

type Options = {
  clock: Clock
  /** Told once of a worker that has said nothing for ten ticks, though it did before. */
  onHung?: (worker: number) => void
  /** A newer version has taken from the database what the workers need. */
  onRefused?: (reason: string) => void
  snapshotMs?: number
}

/** Of a worker that hangs only what it had counted before is read. */
const SNAPSHOT_MS = 700
/** Counted rather than timed: while this process itself is held up, it only counts one. */
const HUNG_TICKS = 10

/** As whom it speaks on the bus, where workers have the ids of nodes. */
const PRIMARY = 'primary'

const NOTHING: StoredCounts = { names: [], rows: [] }

export function workerHub({ clock, onHung, onRefused, snapshotMs = SNAPSHOT_MS }: Options): WorkerHub {
  /** In the order in which they joined. */
  const workers = new Map<number, (message: ToWorker) => unknown>()
  /** Ticks since a worker said something; one that starts has not yet. */
  const silentTicks = new Map<number, number>()
  const attempts = sharedAttempts(clock)
  const limits = limitCounts(clock.now)
  const waiting = new Map<number, (from: number) => void>()
  /** What each worker has said last of its figures. */
  const figures = new Map<number, readonly Figure[]>()
  /** What those that ended had counted. */
  let countedByEnded: readonly Figure[] = []
  let restarts = 0
  let isFilled = false
  let readings = 0

  const others = (worker: number) => [...workers].filter(([id]) => id !== worker)
  /** The one that writes for all, so that an older count never replaces a newer one. */
  const isFirst = (worker: number) => workers.keys().next().value === worker

  /** What each other worker says now; of one that does not answer in time, what it had counted before. */
  async function readOthers(worker: number): Promise<(readonly Figure[])[]> {
    const asked = others(worker)
    const silent = new Set(asked.map(([id]) => id))
    const reading = ++readings
    if (asked.length > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, snapshotMs)
        waiting.set(reading, (from) => {
          silent.delete(from)
          if (silent.size > 0) return
          clearTimeout(timer)
          resolve()
        })
        for (const [, send] of asked) send({ kind: 'snapshot', id: reading })
      })
    waiting.delete(reading)
    const found = others(worker).map(([id]) => {
      const said = figures.get(id) ?? []
      return silent.has(id) ? sumCounters([said]) : said
    })
    return [...found, countedByEnded, ownFigures(restarts)]
  }

  /** Also what comes late. One that has ended is counted already. */
  function remember(worker: number, said: readonly Figure[]): void {
    if (workers.has(worker)) figures.set(worker, said)
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
    snapshots(own, from) {
      remember(from, own)
      return readOthers(from)
    },
  }

  return {
    joined(worker, sendNow) {
      const send = boundedSender(sendNow, () => {
        // It missed what the others changed: `connection` empties its cache.
        send({ kind: 'bus', envelope: { from: PRIMARY, topic: 'connection', message: { up: true } } })
      })
      workers.set(worker, send)
    },
    left(worker) {
      workers.delete(worker)
      silentTicks.delete(worker)
      countedByEnded = sumCounters([countedByEnded, figures.get(worker) ?? []])
      figures.delete(worker)
      restarts++
    },
    tick() {
      for (const [worker, send] of workers) {
        send({ kind: 'alive' })
        const ticks = silentTicks.get(worker)
        if (ticks === undefined) continue
        silentTicks.set(worker, ticks + 1)
        if (ticks + 1 === HUNG_TICKS) onHung?.(worker)
      }
    },
    receive(from, message) {
      silentTicks.set(from, 0)
      switch (message.kind) {
        case 'bus':
          for (const [, send] of others(from)) send(message)
          break
        case 'ask': {
          const answer = answers[message.question] as (ask: unknown, from: number) => Promise<unknown>
          // One that left meanwhile needs no answer.
          answer(message.ask, from).then((given) =>
            workers.get(from)?.({ kind: 'answer', id: message.id, answer: given }),
          )
          break
        }
        case 'snapshot':
          remember(from, message.figures)
          waiting.get(message.id)?.(from)
          break
        case 'refused':
          onRefused?.(message.reason)
      }
    },
  }
}

/** Those of the process that lives as long as the site does. */
function ownFigures(restarts: number): readonly Figure[] {
  const figure = (name: string, help: string, type: string, aggregator: string, value: number): Figure => {
    return { name, help, type, aggregator, values: [{ labels: {}, value }] }
  }
  return [
    figure('process_start_time_seconds', 'Start of the first process, since 1970.', 'gauge', 'min', startedAt()),
    figure('shiliu_worker_restarts_total', 'Workers that ended and were replaced.', 'counter', 'sum', restarts),
  ]
}

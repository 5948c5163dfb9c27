/** Runs the work of many callers, a few at a time. Callers take turns, so that one who brings much waits alone. */
import { AppError } from './errors.ts'
import { traced } from './trace.ts'

export type FairQueue = {
  /**
   * Runs `work` when it is its turn. Throws `too_many_requests` if too much of the same caller waits, and the signal's
   * reason if that aborts while it waits. `cost` is what `mayStart` judges by.
   */
  run<R>(caller: string, work: () => Promise<R>, signal?: AbortSignal, cost?: number): Promise<R>
  /** How much of it runs and waits now. */
  load(): QueueLoad
}

export type QueueLoad = { running: number; waiting: number }

/** Whether an error means only the caller who met it, so that others who share the work begin it again. */
export const isOwnTurnRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'too_many_requests'

type Job = { caller: string; cost: number }
type Waiting = Job & { start(): void }

type Options = {
  running: number
  waitingEach: number
  /** False keeps a job from starting beside these others; who comes after it may. */
  mayStart?(job: Job, running: readonly Job[]): boolean
}

/** Seconds after which a caller with too much waiting may try again. */
const RETRY_AFTER = 2

/** Runs `running` jobs at once; of each caller `waitingEach` may wait. */
export function fairQueue({ running: most, waitingEach, mayStart = () => true }: Options): FairQueue {
  const running: Job[] = []
  // In the order of their turns: whoever had one goes to the end.
  const waiting = new Map<string, Set<Waiting>>()

  function startNext(): void {
    for (const [caller, own] of waiting) {
      if (running.length >= most) return
      const [first] = own
      if (!first || !mayStart(first, running)) continue
      waiting.delete(caller)
      own.delete(first)
      if (own.size > 0) waiting.set(caller, own)
      running.push(first)
      first.start()
    }
  }

  async function turn({ caller, cost }: Job, signal: AbortSignal | undefined): Promise<Job> {
    const own = waiting.get(caller) ?? new Set()
    if (own.size >= waitingEach) throw new AppError('too_many_requests', { retryAfter: RETRY_AFTER })
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        caller,
        cost,
        start() {
          signal?.removeEventListener('abort', leave)
          resolve(place)
        },
      }
      const leave = () => {
        own.delete(place)
        if (own.size === 0 && waiting.get(caller) === own) waiting.delete(caller)
        reject(signal?.reason)
      }
      own.add(place)
      waiting.set(caller, own)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(caller, work, signal, cost = 0) {
      signal?.throwIfAborted()
      let job: Job = { caller, cost }
      // What waits could not start either, so nobody's turn is taken.
      if (running.length < most && mayStart(job, running)) running.push(job)
      else job = await traced('turn', 'wait', () => turn(job, signal))
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(job), 1)
        startNext()
      }
    },
    load: () => ({
      running: running.length,
      waiting: [...waiting.values()].reduce((sum, own) => sum + own.size, 0),
    }),
  }
}

const WRITES_AT_ONCE = 2

/** In which accounts write, two requests of each at once. The rate limits bound how many wait. */
export const writesInTurn = (): FairQueue =>
  fairQueue({
    running: Number.POSITIVE_INFINITY,
    waitingEach: Number.POSITIVE_INFINITY,
    mayStart: ({ caller }, running) => running.filter((other) => other.caller === caller).length < WRITES_AT_ONCE,
  })

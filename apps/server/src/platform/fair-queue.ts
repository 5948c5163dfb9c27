/** Runs the work of many callers, a few at a time. Callers take turns, so that one who brings much waits alone. */
import { AppError } from './errors.ts'

export type FairQueue = {
  /**
   * Runs `work` when it is its turn. Throws `too_many_requests` if too much of the same caller waits, and the signal's
   * reason if that aborts while it waits.
   */
  run<R>(caller: string, work: () => Promise<R>, signal?: AbortSignal): Promise<R>
}

/** Whether an error means only the caller who met it, so that others who share the work begin it again. */
export const isOwnTurnRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'too_many_requests'

type Waiting = { start(): void }

/** Seconds after which a caller with too much waiting may try again. */
const RETRY_AFTER = 2

export function fairQueue({ running: most, waitingEach }: { running: number; waitingEach: number }): FairQueue {
  let running = 0
  // In the order of their turns: whoever had one goes to the end.
  const waiting = new Map<string, Set<Waiting>>()

  function next() {
    for (const [caller, own] of waiting) {
      const [first] = own
      waiting.delete(caller)
      if (!first) continue
      own.delete(first)
      if (own.size > 0) waiting.set(caller, own)
      first.start()
      return
    }
  }

  function turn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const own = waiting.get(caller) ?? new Set()
    if (own.size >= waitingEach) throw new AppError('too_many_requests', { retryAfter: RETRY_AFTER })
    waiting.set(caller, own)
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        own.delete(place)
        if (own.size === 0 && waiting.get(caller) === own) waiting.delete(caller)
        reject(signal?.reason)
      }
      own.add(place)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(caller, work, signal) {
      signal?.throwIfAborted()
      if (running >= most) await turn(caller, signal)
      else running++
      try {
        return await work()
      } finally {
        if (waiting.size > 0) next()
        else running--
      }
    },
  }
}

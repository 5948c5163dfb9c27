/** Deadlines for calls to another machine, and a circuit breaker (docs/decisions/037-deadlines.md). */
import type { Log } from './log.ts'

/** Thrown for a call that got no answer in time. */
export class NoAnswerError extends Error {
  /** The call may have had its effect. False where it was refused because earlier ones got no answer. */
  readonly sent: boolean

  constructor(service: string, sent: boolean) {
    super(`${service} does not answer`)
    this.sent = sent
  }
}

export type Breaker = {
  /**
   * Rejects with `NoAnswerError` after `ms`, or at once while the service is known not to answer; `signal` then aborts
   * the call. Any other result, a rejection too, counts as an answer.
   */
  call<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, options?: CallOptions): Promise<T>
  isOpen(): boolean
  close(): void
}

type CallOptions = {
  /** Waits less than `ms`, which then says nothing about the service. */
  atMostMs?: number
  /** What resolves need not come from the service. */
  mayBeLocal?: boolean
}

type Options = {
  /** For logs and errors, such as `MySQL (DATABASE_URL)`. */
  service: string
  /** Resolves when the service answers. Called once a second while it does not. */
  probe(signal: AbortSignal): Promise<unknown>
  log: Pick<Log, 'info' | 'error'> | undefined
}

const PROBE_MS = 1000

/**
 * Opens when a call got no answer in time and no other has got one since it began: then the service hangs, and not one
 * slow call. All that wait are given up with it. Closes when a probe is answered.
 */
export function circuitBreaker({ service, probe, log }: Options): Breaker {
  const waiting = new Set<() => void>()
  const closed = new AbortController()
  let lastAnswer = Number.NEGATIVE_INFINITY
  let open = false

  async function probeUntilAnswered() {
    while (!closed.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS).unref())
      if (!(await answersInTime())) continue
      open = false
      log?.info({ service }, 'answers again')
      return
    }
  }

  async function answersInTime(): Promise<boolean> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), PROBE_MS)
    const aborted = new Promise<boolean>((resolve) =>
      late.signal.addEventListener('abort', () => resolve(false), { once: true }),
    )
    const answered = probe(late.signal).then(
      () => true,
      () => false,
    )
    return Promise.race([answered, aborted]).finally(() => clearTimeout(timer))
  }

  function trip() {
    if (open || closed.signal.aborted) return
    open = true
    log?.error({ service }, 'does not answer: refusing calls until it does')
    for (const giveUp of [...waiting]) giveUp()
    void probeUntilAnswered()
  }

  return {
    isOpen: () => open,
    close: () => closed.abort(),
    async call(ms, work, { atMostMs = ms, mayBeLocal = false } = {}) {
      if (open || atMostMs <= 0) throw new NoAnswerError(service, false)
      const start = performance.now()
      const given = new AbortController()
      let giveUp = () => {}
      const noAnswer = new Promise<never>((_, reject) => {
        giveUp = () => {
          reject(new NoAnswerError(service, true))
          given.abort()
        }
      })
      waiting.add(giveUp)
      const timer = setTimeout(
        () => {
          giveUp()
          if (atMostMs >= ms && lastAnswer < start) trip()
        },
        Math.min(ms, atMostMs),
      )
      const answered = () => {
        if (!given.signal.aborted) lastAnswer = performance.now()
      }
      try {
        const result = await Promise.race([work(given.signal), noAnswer])
        if (!mayBeLocal) answered()
        return result
      } catch (error) {
        answered()
        throw error
      } finally {
        clearTimeout(timer)
        waiting.delete(giveUp)
      }
    },
  }
}

import closeWithGrace from 'close-with-grace'
import type { Log } from './platform/log.ts'

type Options = {
  log: Pick<Log, 'info' | 'error' | 'fatal'>
  /** Run one after the other, each even if one before it failed. */
  steps: (() => Promise<unknown>)[]
  closeConnections(): void
  /** False where another process says when to stop: a second signal would cut off what is being answered. */
  signals?: boolean
}

/** Long enough for a slow phone to finish its picture; readers that take longer must not delay a restart. */
const DRAIN_MS = 10_000
/** The process exits after this time whatever the steps do: a successor waits 15 s for the single-instance lock. */
const DEADLINE_MS = 14_000

/** Node cannot safely run JavaScript after these; the last two keep their default meaning. */
const UNHANDLED = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'SIGQUIT', 'SIGUSR2'] as const

/** Runs `steps` on a signal or an uncaught error, then exits, with 1 if anything failed; at once on a second signal. */
export function shutDownGracefully({ log, steps, closeConnections, signals = true }: Options): { close(): void } {
  return closeWithGrace(
    {
      delay: DEADLINE_MS,
      skip: signals ? [...UNHANDLED] : [...UNHANDLED, 'SIGTERM', 'SIGINT'],
      logger: false,
      onTimeout: (ms) => log.error({ ms }, 'stopping timed out'),
      onSecondError: (err) => log.fatal({ err }, 'uncaught error while stopping'),
    },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'uncaught error')
      log.info({ signal }, 'stopping')
      const timer = setTimeout(closeConnections, DRAIN_MS)
      let failed = false
      for (const step of steps) {
        await step().catch((error: unknown) => {
          log.error({ err: error }, 'stopping failed in part')
          failed = true
        })
      }
      clearTimeout(timer)
      // Makes the exit code 1.
      if (failed) throw new Error('stopping failed in part')
    },
  )
}

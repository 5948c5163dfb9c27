import closeWithGrace from 'close-with-grace'
import type { Log } from './platform/log.ts'

type Options = {
  log: Pick<Log, 'info' | 'error' | 'fatal'>
  /** Tells proxies to use other nodes; requests that come meanwhile are served. Without it the steps begin at once. */
  leave?: (() => void) | undefined
  /** Run one after the other, each even if one before it failed. */
  steps: (() => Promise<unknown>)[]
  closeConnections(): void
  /** False where several processes may send one: a second would cut off what is being answered. */
  signals?: boolean
}

/** Proxies look each second whether a node serves (deploy/Caddyfile). */
const LEAVE_MS = 3000
/** Long enough for a slow phone to finish its picture; readers that take longer must not delay a restart. */
const DRAIN_MS = 10_000
/** The process exits this long after it left, whatever the steps do: its successor waits 15 s for the lock. */
const DEADLINE_MS = 14_000

/** Node cannot safely run JavaScript after these; the last two keep their default meaning. */
const UNHANDLED = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'SIGQUIT', 'SIGUSR2'] as const

/** Runs `steps` on a signal or an uncaught error, then exits, with 1 if anything failed; at once on a second signal. */
export function shutDownGracefully({ log, leave, steps, closeConnections, signals = true }: Options): {
  close(): void
} {
  return closeWithGrace(
    {
      delay: (leave ? LEAVE_MS : 0) + DEADLINE_MS,
      skip: signals ? [...UNHANDLED] : [...UNHANDLED, 'SIGTERM', 'SIGINT'],
      logger: false,
      onTimeout: (ms) => log.error({ ms }, 'stopping timed out'),
      onSecondError: (err) => log.fatal({ err }, 'uncaught error while stopping'),
    },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'uncaught error')
      log.info({ signal }, 'stopping')
      if (leave && !err) {
        leave()
        await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
      }
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

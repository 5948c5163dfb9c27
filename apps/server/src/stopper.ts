/** Ends the process in order: answers what is asked, writes what is gathered, lets go of what is held. */

type Log = { info(details: object, message: string): void; error(details: object, message: string): void }

type Options = {
  log: Log
  /** One after the other, each even where one before it failed. */
  steps: (() => Promise<unknown>)[]
  /** Ends the connections of those who have not got their answer in time. */
  cutOff(): void
  exit(code: number): void
}

/** A slow phone may finish its picture; whoever reads on after this would keep the site from coming back. */
const GRACE_MS = 10_000

/** What to do at a signal to stop. At a second one the process ends at once: somebody is in a hurry. */
export function stopper({ log, steps, cutOff, exit }: Options): (signal: string) => Promise<void> {
  let stopping = false
  return async (signal) => {
    if (stopping) return exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(cutOff, GRACE_MS)
    let code = 0
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'stopping failed in part')
        code = 1
      }
    }
    clearTimeout(late)
    exit(code)
  }
}

/** How long one request waits for the database in all: the deadlines of its single calls would add up. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** As long as one statement may take. */
const MOST_MS = 10_000
/** Shorter waits do not count: they are work, of which there may be much, and no database that hangs or is locked. */
const SHORT_MS = 1000

type WaitBudget = {
  /** For one more call. */
  leftMs(): number
  /** Counts a call that began at `start`; calls at the same time count once. */
  waited(start: number): void
}

const current = new AsyncLocalStorage<WaitBudget & { ended: boolean }>()

/** That of the request that the caller works for; undefined for work in the background. */
export function currentWaitBudget(): WaitBudget | undefined {
  const budget = current.getStore()
  return budget?.ended ? undefined : budget
}

export type RequestWaitBudget = { run<R>(work: () => Promise<R>): Promise<R>; end(): void }

/** For one request. What it leaves running after `end` is work in the background. */
export function waitBudget(): RequestWaitBudget {
  let [waitedMs, countedUntil] = [0, 0]
  const budget = {
    ended: false,
    leftMs: () => MOST_MS - waitedMs,
    waited(start: number) {
      const now = performance.now()
      if (now - start <= SHORT_MS) return
      waitedMs += now - Math.max(start, countedUntil)
      countedUntil = now
    },
  }
  return {
    run: (work) => current.run(budget, work),
    end() {
      budget.ended = true
    },
  }
}

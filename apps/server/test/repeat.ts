import { onTestFinished } from 'vitest'

/** Calls `work` every `ms` until the test ends or the result is called, which waits for what has begun. */
export function repeat(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = Promise.all([last, work()])
  }, ms)
  const stop = async () => {
    clearInterval(timer)
    await last
  }
  onTestFinished(stop)
  return stop
}

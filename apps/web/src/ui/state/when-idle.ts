/** Runs `work` when the browser has nothing else to do, at the latest after `timeout` ms. Returns what calls it off. */
export function whenIdle(work: () => void, timeout: number): () => void {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, timeout)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout })
  return () => window.cancelIdleCallback(handle)
}

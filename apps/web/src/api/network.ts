/** Says when the network is back: by the browser's event, or by an answer after a request that got none. */
import { useEffect, useEffectEvent } from 'react'

/** What failed is asked for again within this time, not all at once. */
const SPREAD_MS = 800
/** Where some requests are answered and others are not, nothing is asked for again more often. */
const PAUSE_MS = 10_000

const listeners = new Set<() => void>()
let down = false
/** By a clock that nobody can set back. */
let recoveredAt = Number.NEGATIVE_INFINITY

function recover() {
  down = false
  recoveredAt = performance.now()
  for (const listener of listeners) setTimeout(() => listeners.has(listener) && listener(), Math.random() * SPREAD_MS)
}

globalThis.addEventListener?.('online', recover)

export function noteAnswer(answered: boolean) {
  if (!answered) down = true
  else if (down && performance.now() - recoveredAt > PAUSE_MS) recover()
}

/** Calls `listener` once, a moment after the network is back, each time it is. */
export function onRecovery(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While something has failed, tries again when the network is back. */
export function useRetryOnRecovery(failed: boolean, retry: () => void) {
  const tryAgain = useEffectEvent(retry)
  useEffect(() => (failed ? onRecovery(() => tryAgain()) : undefined), [failed])
}

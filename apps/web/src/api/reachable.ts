import { health } from '@shiliu/contract/site'
import { onRecovery } from './network.ts'
import { send } from './send.ts'

const FIRST_PAUSE_MS = 2000
const PAUSE_MAX_MS = 30_000

/**
 * Resolves once the server answers again. Asks for itself, with growing pauses: a page in which somebody writes has no
 * other requests that would tell. Never resolves once aborted.
 */
export function untilReachable(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onRecovery(succeed)
    function stop() {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', stop)
    }
    function succeed() {
      stop()
      if (!signal.aborted) resolve()
    }
    function schedule() {
      if (signal.aborted) return
      timer = setTimeout(ask, pause)
      pause = Math.min(pause * 2, PAUSE_MAX_MS)
    }
    function ask() {
      // The browser tells when it is online again.
      if (navigator.onLine === false) return schedule()
      send({ method: health.method, path: health.path, signal }, null).then(succeed, schedule)
    }
    signal.addEventListener('abort', stop)
    schedule()
  })
}

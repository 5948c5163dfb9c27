/** One stream for all tabs of a browser, held by one that is looked at. */

/** A tab that was just left is often come back to. */
const HIDDEN_MS = 5 * 60_000

type Sharing<T> = {
  /** The same in all tabs that share. */
  name: string
  follow(onData: (data: T) => void, signal: AbortSignal): Promise<void>
  onData(data: T): void
}

/**
 * Follows in one tab and tells the others, until the answered function is called. Web locks exist in secure contexts only:
 * elsewhere each tab follows for itself, while it is visible.
 */
export function shareEvents<T>({ name, follow, onData }: Sharing<T>): () => void {
  const { locks } = navigator
  const channel = new BroadcastChannel(name)
  let following: AbortController | null = null
  let leaving: ReturnType<typeof setTimeout> | undefined

  channel.onmessage = ({ data }: MessageEvent<T>) => onData(data)

  function tell(data: T) {
    onData(data)
    channel.postMessage(data)
  }

  function start() {
    clearTimeout(leaving)
    if (following) return
    const own = new AbortController()
    following = own
    const work = () => follow(tell, own.signal)
    const done = locks ? locks.request(name, { signal: own.signal }, work) : work()
    done
      // Given up while waiting for the lock.
      .catch(() => {})
      .finally(() => {
        if (following === own) following = null
      })
  }

  function stop() {
    clearTimeout(leaving)
    following?.abort()
    following = null
  }

  function look() {
    if (document.visibilityState === 'visible') start()
    else leaving = setTimeout(stop, locks ? HIDDEN_MS : 0)
  }

  look()
  document.addEventListener('visibilitychange', look)
  // A page that goes may be kept and come back: never with a lock or an open connection.
  addEventListener('pagehide', stop)
  addEventListener('pageshow', look)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', look)
    channel.close()
  }
}

/** A hidden tab keeps the stream for this long, since users often come back soon. */
const HIDDEN_MS = 5 * 60_000

type Options<T> = {
  /** Names the lock and the channel; the same in all tabs. */
  name: string
  follow(onData: (data: T) => void, signal: AbortSignal): Promise<void>
  onData(data: T): void
}

/** The tab that holds a web lock follows the stream for all. Insecure contexts have no locks: each tab has its own. */
export function shareStream<T>({ name, follow, onData }: Options<T>): () => void {
  const { locks } = navigator
  const channel = new BroadcastChannel(name)
  let current: AbortController | null = null
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  channel.onmessage = ({ data }: MessageEvent<T>) => onData(data)

  function broadcast(data: T) {
    onData(data)
    channel.postMessage(data)
  }

  function start() {
    clearTimeout(hiddenTimer)
    if (current) return
    const own = new AbortController()
    current = own
    const work = () => follow(broadcast, own.signal)
    const done = locks ? locks.request(name, { signal: own.signal }, work) : work()
    done
      // Aborted while waiting for the lock.
      .catch(() => {})
      .finally(() => {
        if (current === own) current = null
      })
  }

  function stop() {
    clearTimeout(hiddenTimer)
    current?.abort()
    current = null
  }

  function update() {
    if (document.visibilityState === 'visible') start()
    else hiddenTimer = setTimeout(stop, locks ? HIDDEN_MS : 0)
  }

  update()
  document.addEventListener('visibilitychange', update)
  // A page in the back-forward cache must hold neither a lock nor a connection.
  addEventListener('pagehide', stop)
  addEventListener('pageshow', update)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', update)
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', update)
    channel.close()
  }
}

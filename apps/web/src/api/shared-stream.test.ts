import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareStream } from './shared-stream.ts'

/** A tab of a browser: document and window events of its own, locks and channels shared with the others. */
class Tab extends EventTarget {
  visibilityState = 'visible'
  received: string[] = []
  /** Set while this tab follows the stream. */
  broadcast: ((data: string) => void) | null = null
  close = () => {}

  open() {
    vi.stubGlobal('document', this)
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this))
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this))
    this.close = shareStream<string>({
      name: 'counts',
      onData: (data) => this.received.push(data),
      follow: (broadcast, signal) =>
        new Promise((resolve) => {
          this.broadcast = broadcast
          signal.addEventListener('abort', () => {
            this.broadcast = null
            resolve()
          })
        }),
    })
    return this
  }

  setVisibility(state: 'visible' | 'hidden') {
    this.visibilityState = state
    vi.stubGlobal('document', this)
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const channels = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>()
vi.stubGlobal(
  'BroadcastChannel',
  class {
    onmessage = null
    constructor() {
      channels.add(this)
    }
    postMessage(data: unknown) {
      for (const channel of channels) if (channel !== this) channel.onmessage?.({ data })
    }
    close() {
      channels.delete(this)
    }
  },
)

/** Grants the lock to one at a time, in the order of the requests. */
function lockManager() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const turn = last.then(() => (signal.aborted ? undefined : work()))
      last = turn
      return turn
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: lockManager() })
})
afterEach(() => vi.useRealTimers())

test('one tab follows and broadcasts; when it closes, the next one follows', async () => {
  const [first, second] = [new Tab().open(), new Tab().open()]
  await settle()
  expect(second.broadcast).toBeNull()
  first.broadcast?.('a')
  expect([first.received, second.received]).toEqual([['a'], ['a']])
  first.close()
  await settle()
  second.broadcast?.('b')
  expect([first.received, second.received]).toEqual([['a'], ['a', 'b']])
  second.close()
})

test('a tab stops after five minutes hidden, and follows again when visible', async () => {
  const tab = new Tab().open()
  await settle()
  tab.setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(tab.broadcast).not.toBeNull()
  tab.setVisibility('visible')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(tab.broadcast).not.toBeNull()
  tab.setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(tab.broadcast).toBeNull()
  tab.setVisibility('visible')
  await settle()
  expect(tab.broadcast).not.toBeNull()
  tab.dispatchEvent(new Event('pagehide'))
  expect(tab.broadcast).toBeNull()
  tab.close()
})

test('without web locks each tab follows its own stream while visible', async () => {
  vi.stubGlobal('navigator', {})
  const [first, second] = [new Tab().open(), new Tab().open()]
  await settle()
  expect([first.broadcast, second.broadcast]).not.toContain(null)
  first.setVisibility('hidden')
  await settle()
  expect([first.broadcast === null, second.broadcast === null]).toEqual([true, false])
  first.close()
  second.close()
})

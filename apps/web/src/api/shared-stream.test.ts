import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareEvents } from './share.ts'

/** A browser's tabs in one process: the page's own things per tab, locks and channels for all of them. */
class Tab extends EventTarget {
  visibilityState = 'visible'
  heard: string[] = []
  tell: ((data: string) => void) | null = null
  close = () => {}

  open() {
    vi.stubGlobal('document', this)
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this))
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this))
    this.close = shareEvents<string>({
      name: 'counts',
      onData: (data) => this.heard.push(data),
      follow: (tell, signal) =>
        new Promise((resolve) => {
          this.tell = tell
          signal.addEventListener('abort', () => {
            this.tell = null
            resolve()
          })
        }),
    })
    return this
  }

  turn(state: 'visible' | 'hidden') {
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

/** Grants one lock at a time, in the order of asking. */
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

test('one tab follows and the others hear of it; when it is closed the next one follows', async () => {
  const [first, second] = [new Tab().open(), new Tab().open()]
  await settle()
  expect(second.tell).toBeNull()
  first.tell?.('a')
  expect([first.heard, second.heard]).toEqual([['a'], ['a']])
  first.close()
  await settle()
  second.tell?.('b')
  expect([first.heard, second.heard]).toEqual([['a'], ['a', 'b']])
  second.close()
})

test('a tab hidden for long lets go, and follows again when it is looked at', async () => {
  const tab = new Tab().open()
  await settle()
  tab.turn('hidden')
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(tab.tell).not.toBeNull()
  tab.turn('visible')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(tab.tell).not.toBeNull()
  tab.turn('hidden')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(tab.tell).toBeNull()
  tab.turn('visible')
  await settle()
  expect(tab.tell).not.toBeNull()
  tab.dispatchEvent(new Event('pagehide'))
  expect(tab.tell).toBeNull()
  tab.close()
})

test('without locks each tab follows for itself, while it is visible', async () => {
  vi.stubGlobal('navigator', {})
  const [first, second] = [new Tab().open(), new Tab().open()]
  await settle()
  expect([first.tell, second.tell]).not.toContain(null)
  first.turn('hidden')
  await settle()
  expect([first.tell === null, second.tell === null]).toEqual([true, false])
  first.close()
  second.close()
})

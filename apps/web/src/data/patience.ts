/** Tries again where the server asks to wait or no answer came; shown and called off by `WaitingLine`. */
import { useSyncExternalStore } from 'react'
import { ApiError } from '#api/error.ts'
import { type Realm, sessions } from '#api/session.ts'
import { createEmitter, createStore } from '#ui/state/store.ts'

export type Waiting = { reason: string; seconds: number; cancel: () => void }

/** Seconds before a request without an answer is sent again; after these it fails. */
const LOST = [2, 5]
/** Seconds after a 503 that names no time, as proxies send it. */
const UNAVAILABLE_S = 5
/** A person waits this long for one step; told to wait longer, the step fails with the server's words. */
const LONGEST_S = 120
const ATTEMPTS = 4

const waits = createStore<Readonly<Record<string, Waiting>>>({})

/** What the step called `name` waits for, if it does. */
export function useWaiting(name: string): Waiting | undefined {
  return useSyncExternalStore(waits.subscribe, () => waits.get()[name])
}

const cancelled = createEmitter<string>()

/** Ends the waiting of the step, also what it would begin after the attempt under way. */
export function cancelWaiting(name: string) {
  cancelled.emit(name)
}

function show(name: string, waiting: Waiting | null) {
  const { [name]: _, ...others } = waits.get()
  waits.set(waiting ? { ...others, [name]: waiting } : others)
}

/** `repeatable`: done once however often it is sent; else it is not sent again where no answer came. */
export type Patience = { realm?: Realm; repeatable?: boolean }

/**
 * Runs `attempt` until it succeeds. Throws its last error when it is told to wait for long, has been tried several
 * times or is cancelled, and 401 when somebody else signs in or out meanwhile: nobody sends another's text.
 */
export async function patiently<T>(
  name: string,
  attempt: () => Promise<T>,
  { realm = 'user', repeatable = true }: Patience = {},
): Promise<T> {
  const session = sessions[realm]
  const person = session.get()?.info.id
  const isGone = () => session.get()?.info.id !== person
  const stop = new AbortController()
  const unsubscribe = [
    cancelled.subscribe((step) => step === name && stop.abort()),
    session.subscribe(() => isGone() && stop.abort()),
  ]
  try {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt()
      } catch (error) {
        const pause = failures + 1 < ATTEMPTS ? pauseAfter(error, failures, repeatable) : null
        if (!pause) throw error
        if (!(await countDown(name, pause, stop))) throw isGone() ? new ApiError(401, '已退出登录，没有再发送') : error
      }
    }
  } finally {
    for (const end of unsubscribe) end()
  }
}

type Pause = Pick<Waiting, 'reason' | 'seconds'>

function pauseAfter(error: unknown, failures: number, repeatable: boolean): Pause | null {
  if (!(error instanceof ApiError)) return null
  const { status, retryAfter } = error
  const asked = (reason: string, seconds: number) => (seconds <= LONGEST_S ? { reason, seconds } : null)
  if (status === 429) return retryAfter === undefined ? null : asked('操作太频繁', Math.max(1, retryAfter))
  if (status === 503) return asked('服务器正忙', Math.max(1, retryAfter ?? UNAVAILABLE_S * 2 ** failures))
  if (error.error === 'request_running') return asked('上一次提交还在处理', Math.max(1, retryAfter ?? 1))
  const lost = repeatable && (status === 0 || status === 502 || status === 504)
  const seconds = LOST[failures]
  // Without a network nothing was sent, and a repeat would not be either.
  if (!lost || seconds === undefined || globalThis.navigator?.onLine === false) return null
  return { reason: '没有收到服务器的回答', seconds }
}

const SECOND = 1000

/** Resolves to false when it is stopped. By a clock, since timers of a hidden tab run late; one that nobody can set. */
async function countDown(name: string, { reason, seconds }: Pause, stop: AbortController): Promise<boolean> {
  if (stop.signal.aborted) return false
  const end = performance.now() + seconds * SECOND
  const cancel = () => stop.abort()
  return new Promise((resolve) => {
    const finish = (done: boolean) => {
      clearInterval(timer)
      stop.signal.removeEventListener('abort', onStop)
      show(name, null)
      resolve(done)
    }
    const tick = () => {
      const left = Math.ceil((end - performance.now()) / SECOND)
      if (left <= 0) finish(true)
      else show(name, { reason, seconds: left, cancel })
    }
    const onStop = () => finish(false)
    stop.signal.addEventListener('abort', onStop)
    const timer = setInterval(tick, SECOND)
    tick()
  })
}

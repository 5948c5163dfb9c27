/** Throttling with a trailing call: after a call, further values wait for `lockMs`; only the latest is loaded. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { hasOverlay } from '#ui/overlay/overlay.ts'

export type ThrottleState = {
  /** True for `spinnerMs` after each load. */
  spinning: boolean
  queued: string | null
}

export type ThrottleTimes = { lockMs: number; spinnerMs: number }

export const IDLE: ThrottleState = { spinning: false, queued: null }

type Options = ThrottleTimes & {
  load: (value: string) => void
  /** Asked when the lock ends; false drops the queued value. */
  isWanted?: () => boolean
  onChange: (state: ThrottleState) => void
}

export function throttleLatest({ lockMs, spinnerMs, load, isWanted = () => true, onChange }: Options) {
  let state = IDLE
  let current: string | null = null
  let timers: ReturnType<typeof setTimeout>[] = []

  function update(next: Partial<ThrottleState>) {
    state = { ...state, ...next }
    onChange(state)
  }

  function start(value: string) {
    current = value
    timers = [setTimeout(() => update({ spinning: false }), spinnerMs), setTimeout(unlock, lockMs)]
    update({ spinning: true, queued: null })
    load(value)
  }

  function unlock() {
    const previous = current
    current = null
    const { queued } = state
    if (queued !== null && queued !== previous && isWanted()) start(queued)
    else if (queued !== null) update({ queued: null })
  }

  return {
    /** Loads the value now, or queues it while locked; the value that is loading clears the queue. */
    request(value: string) {
      if (current === null) start(value)
      else update({ queued: value === current ? null : value })
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      current = null
    },
  }
}

export function useThrottleLatest({ lockMs, spinnerMs }: ThrottleTimes, load: (value: string) => void) {
  const [state, setState] = useState(IDLE)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const throttle = useRef<ReturnType<typeof throttleLatest> | null>(null)
  useEffect(() => {
    const own = throttleLatest({
      lockMs,
      spinnerMs,
      load: (value) => latest.current(value),
      isWanted: () => !hasOverlay(),
      onChange: setState,
    })
    throttle.current = own
    return () => own.stop()
  }, [lockMs, spinnerMs])
  const choose = useCallback((value: string) => throttle.current?.request(value), [])
  return { choose, ...state }
}

/**
 * Reloads of the channel feed, one at a time (spec section 4 «Channel switching»): each shows a spinner for a moment and
 * locks for a little longer; of what is asked for meanwhile only the last counts, and only if it is another channel.
 */
export const SPINNER_MS = 700
export const LOCK_MS = 1200

export type ReloadState = {
  spinning: boolean
  /** The channel that will be loaded when the lock opens. */
  queued: string | null
}

type Ports = {
  reload: (channel: string) => void
  onChange: (state: ReloadState) => void
}

export function createReloadLock({ reload, onChange }: Ports) {
  let state: ReloadState = { spinning: false, queued: null }
  let running: string | null = null
  let timers: ReturnType<typeof setTimeout>[] = []

  function change(next: Partial<ReloadState>) {
    state = { ...state, ...next }
    onChange(state)
  }

  function start(channel: string) {
    running = channel
    timers = [setTimeout(() => change({ spinning: false }), SPINNER_MS), setTimeout(open, LOCK_MS)]
    change({ spinning: true, queued: null })
    reload(channel)
  }

  function open() {
    const before = running
    running = null
    const { queued } = state
    if (queued !== null && queued !== before) start(queued)
    else if (queued !== null) change({ queued: null })
  }

  return {
    request(channel: string) {
      if (running === null) start(channel)
      else change({ queued: channel === running ? null : channel })
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      running = null
    },
  }
}

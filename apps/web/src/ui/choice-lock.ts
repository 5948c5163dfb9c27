/**
 * Choices that each load something, one at a time (spec section 4 «Channel switching», «tag switch lock»): a choice locks
 * for a while; of what is chosen meanwhile only the latest counts, and only if it is another one. The spinner stands
 * for a moment of its own. Who does something else before the lock opens wants what was queued no longer: `isWanted`.
 */
export type ChoiceState = {
  spinning: boolean
  /** What will be loaded when the lock opens. */
  queued: string | null
}

export type ChoiceTimes = { lockMs: number; spinnerMs: number }

export const NO_CHOICE: ChoiceState = { spinning: false, queued: null }

type Ports = ChoiceTimes & {
  load: (choice: string) => void
  isWanted?: () => boolean
  onChange: (state: ChoiceState) => void
}

export function createChoiceLock({ lockMs, spinnerMs, load, isWanted = () => true, onChange }: Ports) {
  let state = NO_CHOICE
  let running: string | null = null
  let timers: ReturnType<typeof setTimeout>[] = []

  function change(next: Partial<ChoiceState>) {
    state = { ...state, ...next }
    onChange(state)
  }

  function start(choice: string) {
    running = choice
    timers = [setTimeout(() => change({ spinning: false }), spinnerMs), setTimeout(open, lockMs)]
    change({ spinning: true, queued: null })
    load(choice)
  }

  function open() {
    const before = running
    running = null
    const { queued } = state
    if (queued !== null && queued !== before && isWanted()) start(queued)
    else if (queued !== null) change({ queued: null })
  }

  return {
    request(choice: string) {
      if (running === null) start(choice)
      else change({ queued: choice === running ? null : choice })
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      running = null
    },
  }
}

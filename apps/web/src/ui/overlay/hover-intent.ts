type HoverTimes = {
  /** The pointer probably stays: the content can be fetched. */
  intendMs: number
  openMs: number
  /** After the pointer left both the trigger and the opened content. */
  closeMs: number
}

export type HoverPhase<T> = { target: T; opened: boolean } | null

/** Decides when content beside a hovered trigger is fetched, opens and closes. Reentering the same target keeps it. */
export function createHoverIntent<T>(
  { intendMs, openMs, closeMs }: HoverTimes,
  same: (one: T, other: T) => boolean,
  onChange: (phase: HoverPhase<T>) => void,
) {
  let phase: HoverPhase<T> = null
  let openTimers: ReturnType<typeof setTimeout>[] = []
  let closeTimer: ReturnType<typeof setTimeout> | undefined

  function setPhase(next: HoverPhase<T>) {
    phase = next
    onChange(next)
  }
  function cancelOpening() {
    for (const timer of openTimers) clearTimeout(timer)
    openTimers = []
  }
  function stay() {
    clearTimeout(closeTimer)
    closeTimer = undefined
  }
  function close() {
    cancelOpening()
    stay()
    if (phase) setPhase(null)
  }

  return {
    enter(target: T) {
      cancelOpening()
      if (phase?.opened && same(phase.target, target)) return stay()
      const intend = () => {
        if (phase?.opened) return
        setPhase({ target, opened: false })
      }
      const open = () => {
        stay()
        setPhase({ target, opened: true })
      }
      openTimers = [setTimeout(intend, intendMs), setTimeout(open, openMs)]
    },
    /** The pointer left the trigger or the opened content. */
    leave() {
      cancelOpening()
      if (!phase) return
      if (!phase.opened) return close()
      stay()
      // Keeps the timers of another trigger that is entered meanwhile.
      closeTimer = setTimeout(() => setPhase(null), closeMs)
    },
    /** The pointer entered the opened content. */
    stay,
    close,
    get opened() {
      return phase?.opened === true
    },
  }
}

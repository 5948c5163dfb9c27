/** When something that opens beside what the pointer rests on comes and goes; pure but for its timers. */

type HoverTimes = {
  /** The pointer seems to mean it: what will be shown can be fetched. */
  intendMs: number
  openMs: number
  /** From leaving both the trigger and what it opened. */
  closeMs: number
}

export type HoverPhase<T> = { target: T; opened: boolean } | null

/** `same` tells whether two targets are one: coming back to the open one keeps it. */
export function createHoverIntent<T>(
  { intendMs, openMs, closeMs }: HoverTimes,
  same: (one: T, other: T) => boolean,
  onChange: (phase: HoverPhase<T>) => void,
) {
  let phase: HoverPhase<T> = null
  let coming: ReturnType<typeof setTimeout>[] = []
  let going: ReturnType<typeof setTimeout> | undefined

  function show(next: HoverPhase<T>) {
    phase = next
    onChange(next)
  }
  function forget() {
    for (const timer of coming) clearTimeout(timer)
    coming = []
  }
  function stay() {
    clearTimeout(going)
    going = undefined
  }
  function close() {
    forget()
    stay()
    if (phase) show(null)
  }

  return {
    /** The pointer has come to a trigger. */
    enter(target: T) {
      forget()
      if (phase?.opened && same(phase.target, target)) return stay()
      const intend = () => {
        if (phase?.opened) return
        show({ target, opened: false })
      }
      const open = () => {
        stay()
        show({ target, opened: true })
      }
      coming = [setTimeout(intend, intendMs), setTimeout(open, openMs)]
    },
    /** The pointer has left the trigger, or what it opened. */
    leave() {
      forget()
      if (!phase) return
      if (!phase.opened) return close()
      stay()
      // Another trigger may be waited for by then.
      going = setTimeout(() => show(null), closeMs)
    },
    /** The pointer is on what was opened. */
    stay,
    /** At once: Esc, a click, the page moves. */
    close,
    get opened() {
      return phase?.opened === true
    },
  }
}

/** A place in the history: the router's number of its page, and which step above that page it is (back-step.ts). */
export type Place = { page: number | null; step: number }

/** Under which name an entry of the history says which step above its page it is. */
export const STEP = 'backStep'

/** Where the browser stands. */
export function placeNow(): Place {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return { page: null, step: 0 }
  const page = 'idx' in state && typeof state.idx === 'number' ? state.idx : null
  return { page, step: STEP in state && typeof state[STEP] === 'number' ? state[STEP] : 0 }
}

/** True keeps the event from whoever is asked later, the router last. `from` is where the browser stood before. */
type Guard = (from: Place) => boolean

const guards: Guard[] = []
let known = placeNow()

/** Where the browser stood when it was last looked. */
export const knownPlace = () => known

/** To be said wherever an entry is added or written over, which is not told by an event. */
export function lookAgain() {
  known = placeNow()
}

/**
 * Asks `guard` before the router when the person goes back or forth; the latest guard is asked first. Returns the way to
 * stop. The window calls its listeners in the order they came, so main.tsx imports this before the router listens.
 */
export function guardHistory(guard: Guard): () => void {
  guards.unshift(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}

window.addEventListener('popstate', (event) => {
  const from = known
  lookAgain()
  if ([...guards].some((guard) => guard(from))) event.stopImmediatePropagation()
})

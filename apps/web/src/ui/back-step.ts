/**
 * What covers the page has an entry of its own in the history, a step, so that the phone's back button takes the cover
 * away and not the page. A step whose cover was closed otherwise stays, and is passed over in going back: to take it out
 * would be a way back itself, which cannot be told from the person's and comes too late when a page is gone to at once.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { BREAKPOINTS } from './constants.ts'
import { guardHistory, knownPlace, lookAgain, placeNow, STEP } from './history-guard.ts'

/** The covers that are open, the topmost last; each has the step of its place here. */
const covers: (() => void)[] = []

// Asked last of all guards, before the router, to which a step is the page that it lies on.
guardHistory((from) => {
  const { page, step } = placeNow()
  if (page === null || page !== from.page || step === from.step) return false
  // Forth to a step: there is nothing to see on it any more.
  if (step > from.step) return true
  if (covers.length > step) covers.at(-1)?.()
  else window.history.back()
  return true
})

function addCover(onBack: () => void): () => void {
  covers.push(onBack)
  for (let step = placeNow().step + 1; step <= covers.length; step++) {
    window.history.pushState({ ...window.history.state, [STEP]: step }, '')
  }
  lookAgain()
  return () => void covers.splice(covers.indexOf(onBack), 1)
}

/** While `open`, going back calls `onBack` and leaves the page where it is. */
export function useBackStep(open: boolean, onBack: () => void) {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => (open ? addCover(() => latest.current()) : undefined), [open])
}

/** Where back is a button or a gesture of the hand that holds the screen. */
const HANDHELD = `(max-width: ${BREAKPOINTS.phone}px), (pointer: coarse)`

/** As `useBackStep`, on phones and tablets only: elsewhere back is the browser's, which means the page. */
export function usePhoneBackStep(open: boolean, onBack: () => void) {
  const [handheld] = useState(() => window.matchMedia(HANDHELD).matches)
  useBackStep(open && handheld, onBack)
}

/** Once in the app: follows the addresses that the router adds to the history, or writes over a step. */
export function useStepsOfHistory() {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another address
  useLayoutEffect(() => {
    const { page, step } = knownPlace()
    const now = placeNow()
    // Written over, it lies above its page as before.
    if (step > 0 && now.step === 0 && now.page === page) {
      window.history.replaceState({ ...window.history.state, [STEP]: step }, '')
    }
    lookAgain()
  }, [key])
}

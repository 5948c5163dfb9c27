import { useContext, useEffect, useRef } from 'react'
import { createPath, UNSAFE_NavigationContext, useLocation } from 'react-router'
import { type ConfirmRequest, confirm, type PendingConfirm, pendingConfirm } from './confirm.ts'
import { guardHistory, placeNow } from './history-guard.ts'

/**
 * Asks `question` before the page is left for an address that `loses` says yes to: by a link, by going back, by closing
 * the tab. The router's own blocker needs its data mode, which costs 30 KB on every page (design section 3), so this
 * stands between page and history.
 */
export function useLeaveGuard(question: ConfirmRequest, loses: (to: URL | null) => boolean) {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const { key } = useLocation()
  const latest = useRef({ question, loses })
  useEffect(() => {
    latest.current = { question, loses }
  })
  const here = useRef(placeNow().page)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry of the history has a new place
  useEffect(() => {
    here.current = placeNow().page
  }, [key])

  useEffect(() => {
    const { push, replace } = navigator
    /** Set while on the way back to this page, which the router never left: what to do when there. */
    let arrive: (() => void) | null = null
    /** On the way that was agreed to. */
    let leaving = false
    let asked: PendingConfirm | null = null

    function ask(then: () => void) {
      void confirm(latest.current.question).then((yes) => yes && then())
      asked = pendingConfirm.get()
    }

    const asking =
      (go: typeof push): typeof push =>
      (to, ...rest) => {
        const target = new URL(typeof to === 'string' ? to : createPath(to), window.location.href)
        if (!latest.current.loses(target)) go(to, ...rest)
        else ask(() => go(to, ...rest))
      }
    navigator.push = asking(push)
    navigator.replace = asking(replace)

    /** Whether going back or forth is kept from the router. */
    function onPop(): boolean {
      const { page: there } = placeNow()
      const page = here.current
      if (page === null || there === null) return false
      if (arrive) {
        if (there !== page) {
          // The person went on meanwhile.
          window.history.go(page - there)
          return true
        }
        const then = arrive
        arrive = null
        then()
        return true
      }
      if (leaving) {
        leaving = false
        return there === page
      }
      if (there === page || !latest.current.loses(new URL(window.location.href))) return false
      // Asked only when back here: the question adds a step to the history where one goes back by hand (back-step.ts).
      const leave = () => {
        leaving = true
        window.history.go(there < page ? there - page - placeNow().step : there - page)
      }
      arrive = () => ask(leave)
      window.history.go(page - there)
      return true
    }
    function onUnload(event: BeforeUnloadEvent) {
      if (latest.current.loses(null)) event.preventDefault()
    }
    const release = guardHistory(onPop)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      navigator.push = push
      navigator.replace = replace
      release()
      // Whoever is asked has nothing left to lose.
      if (asked && pendingConfirm.get() === asked) asked.answer(false)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [navigator])
}

import { useContext, useEffect, useRef } from 'react'
import { createPath, UNSAFE_NavigationContext, useLocation } from 'react-router'
import { type ConfirmRequest, confirm } from '#ui/confirm.ts'
import { historyGuard } from '#ui/history-guard.ts'

/** The router numbers its entries in the history. */
function placeInHistory(): number | null {
  const state: unknown = window.history.state
  return typeof state === 'object' && state && 'idx' in state && typeof state.idx === 'number' ? state.idx : null
}

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
  const here = useRef(placeInHistory())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry of the history has a new place
  useEffect(() => {
    here.current = placeInHistory()
  }, [key])

  useEffect(() => {
    const { push, replace } = navigator
    /** Going back to this page, or on after the answer: not a leaving to ask about. */
    let own = false

    const asking =
      (go: typeof push): typeof push =>
      (to, ...rest) => {
        const target = new URL(typeof to === 'string' ? to : createPath(to), window.location.href)
        if (!latest.current.loses(target)) go(to, ...rest)
        else void confirm(latest.current.question).then((yes) => yes && go(to, ...rest))
      }
    navigator.push = asking(push)
    navigator.replace = asking(replace)

    function onPop(event: PopStateEvent) {
      const there = placeInHistory()
      const steps = here.current === null || there === null ? 0 : there - here.current
      if (own) {
        own = false
        // The way back to this page, which the router never left.
        if (steps === 0) event.stopImmediatePropagation()
        return
      }
      if (steps === 0 || !latest.current.loses(new URL(window.location.href))) return
      event.stopImmediatePropagation()
      own = true
      window.history.go(-steps)
      void confirm(latest.current.question).then((yes) => {
        if (!yes) return
        own = true
        window.history.go(steps)
      })
    }
    function onUnload(event: BeforeUnloadEvent) {
      if (latest.current.loses(null)) event.preventDefault()
    }
    historyGuard.current = onPop
    window.addEventListener('beforeunload', onUnload)
    return () => {
      navigator.push = push
      navigator.replace = replace
      historyGuard.current = null
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [navigator])
}

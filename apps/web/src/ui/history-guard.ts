/**
 * Who is asked before the router when the person goes back or forth; `stopImmediatePropagation` keeps the page. The
 * window calls its listeners in the order they came, so main.tsx imports this before the router listens.
 */
export const historyGuard: { current: ((event: PopStateEvent) => void) | null } = { current: null }

window.addEventListener('popstate', (event) => historyGuard.current?.(event))

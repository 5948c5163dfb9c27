import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { backgroundOf } from '#app/paths.ts'
import { type Action, currentLocation, navigator, onNavigation } from './browser-history.ts'

const NavigationTypeContext = createContext<Action>('POP')

/** How the address was reached. React Router's own hook says POP everywhere inside `<Routes location>`. */
export const useNavigationType = () => useContext(NavigationTypeContext)

export function HistoryRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState(() => ({ action: 'POP' as Action, location: currentLocation() }))
  useLayoutEffect(
    () =>
      onNavigation((nextAction, next) => {
        const show = () => setState({ action: nextAction, location: next })
        // What opens above the page answers the tap in the same frame; a page may take its time.
        if (nextAction === 'PUSH' && backgroundOf(next)) show()
        else startTransition(show)
      }),
    [],
  )
  return (
    <Router location={location} navigator={navigator}>
      <NavigationTypeContext value={action}>{children}</NavigationTypeContext>
    </Router>
  )
}

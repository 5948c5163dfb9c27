import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { type Action, currentLocation, navigator, onNavigation } from './browser-history.ts'

const NavigationTypeContext = createContext<Action>('POP')

/** How the address was reached. React Router's own hook says POP everywhere inside `<Routes location>`. */
export const useNavigationType = () => useContext(NavigationTypeContext)

export function HistoryRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState(() => ({ action: 'POP' as Action, location: currentLocation() }))
  useLayoutEffect(
    () => onNavigation((nextAction, next) => startTransition(() => setState({ action: nextAction, location: next }))),
    [],
  )
  return (
    <Router location={location} navigator={navigator}>
      <NavigationTypeContext value={action}>{children}</NavigationTypeContext>
    </Router>
  )
}

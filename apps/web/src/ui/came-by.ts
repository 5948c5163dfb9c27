import { createContext, useContext } from 'react'
import type { NavigationType } from 'react-router'

/**
 * How the address was come to. Given by the router, since React Router's own `useNavigationType` tells everything inside
 * `<Routes location>` that it was come to by going back.
 */
export const CameBy = createContext<`${NavigationType}`>('POP')

export const useCameBy = () => useContext(CameBy)

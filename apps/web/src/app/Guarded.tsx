import type { ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

type Props = {
  /** Holds what is asked of the host; null while it is closed. */
  store: { use: () => unknown }
  /** Closes it. */
  onError: () => void
  children: ReactNode
}

/** What stands above the pages and breaks is closed, and leaves them standing; opening it again is a new try. */
export function Guarded({ store, onError, children }: Props) {
  const opened = store.use() !== null
  return (
    <ErrorBoundary resetKey={String(opened)} onError={onError}>
      {children}
    </ErrorBoundary>
  )
}

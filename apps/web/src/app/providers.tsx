import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { Toaster } from '#ui/feedback/Toaster.tsx'
import { HistoryRouter } from '#ui/history/HistoryRouter.tsx'
import { Dialogs } from './Dialogs.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { SessionWatcher } from './SessionWatcher.tsx'
import { colorSchemeManager, theme } from './theme.ts'

/** Catches what fails around the pages, which have boundaries of their own. */
function Frame({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <ErrorBoundary resetKey={key}>{children}</ErrorBoundary>
}

export function Providers({ children }: { children: ReactNode }) {
  return (
    // theme.css has the variables, so that nothing is computed or injected before the first paint.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <HistoryRouter>
          <Frame>{children}</Frame>
          <SessionWatcher />
          <Dialogs />
        </HistoryRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

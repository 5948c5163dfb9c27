import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { ConfirmHost } from '#ui/ConfirmHost.tsx'
import { Toaster } from '#ui/Toaster.tsx'
import { AuthHost } from './AuthHost.tsx'
import { SessionWatcher } from './SessionWatcher.tsx'
import { colorSchemeManager, theme } from './theme.ts'

export function Providers({ children }: { children: ReactNode }) {
  return (
    // The variables are in theme.css, so that nothing is computed or injected before the first paint.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          {children}
          <SessionWatcher />
          <AuthHost />
          <ConfirmHost />
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { cardIntent, userCard } from '#entities/user/card/user-card.ts'
import { authDialog } from '#entities/user/require-login.ts'
import { closeSettings, settingsView } from '#features/settings/settings-dialog.ts'
import { ConfirmHost } from '#ui/ConfirmHost.tsx'
import { pendingConfirm } from '#ui/confirm.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { toast } from '#ui/toast.ts'
import { viewerRequest } from '#ui/viewer/open-viewer.ts'
import { ViewerHost } from '#ui/viewer/ViewerHost.tsx'
import { AuthHost } from './AuthHost.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Guarded } from './Guarded.tsx'
import { SessionWatcher } from './SessionWatcher.tsx'
import { SettingsHost } from './SettingsHost.tsx'
import { colorSchemeManager, theme } from './theme.ts'
import { UserCardHost } from './UserCardHost.tsx'

function failing(close: () => void) {
  return () => {
    toast.error('没能打开，刷新页面后再试一次')
    close()
  }
}

const fail = {
  auth: failing(() => authDialog.set(null)),
  settings: failing(closeSettings),
  confirm: failing(() => pendingConfirm.get()?.answer(false)),
  viewer: failing(() => viewerRequest.set(null)),
}

/** For what is around the pages, which have boundaries of their own. */
function Frame({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <ErrorBoundary resetKey={key}>{children}</ErrorBoundary>
}

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
          <Frame>{children}</Frame>
          <SessionWatcher />
          <Guarded store={authDialog} onError={fail.auth}>
            <AuthHost />
          </Guarded>
          <Guarded store={settingsView} onError={fail.settings}>
            <SettingsHost />
          </Guarded>
          <Guarded store={pendingConfirm} onError={fail.confirm}>
            <ConfirmHost />
          </Guarded>
          <Guarded store={viewerRequest} onError={fail.viewer}>
            <ViewerHost />
          </Guarded>
          <Guarded store={userCard} onError={cardIntent.close}>
            <UserCardHost />
          </Guarded>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Turns the table of pages.ts into routes, with a note's page also above the one it was clicked on. */
import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageLoader } from './PageLoader.tsx'
import { bare, notFound, overlays, type PageEntry, pages } from './pages.ts'
import { backgroundOf, paths } from './paths.ts'
import { Shell } from './shell/Shell.tsx'

/** One failed page leaves the shell standing; a new address is a new try. */
function Screen({ entry, overlay = false }: { entry: PageEntry; overlay?: boolean }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={entry.path} resetKey={pathname} quiet={overlay}>
      <Suspense fallback={overlay ? null : <PageLoader />}>
        <entry.Page />
      </Suspense>
    </ErrorBoundary>
  )
}

const toRoute = (entry: PageEntry) => <Route key={entry.path} path={entry.path} element={<Screen entry={entry} />} />

export function Router() {
  const location = useLocation()
  const background = backgroundOf(location)
  return (
    <>
      <Routes location={background ?? location}>
        {bare.map(toRoute)}
        <Route element={<Shell />}>
          <Route path="/" element={<Navigate to={paths.explore()} replace />} />
          {pages.map(toRoute)}
          <Route path="*" element={<Screen entry={notFound} />} />
        </Route>
      </Routes>
      {background && (
        <Routes>
          {overlays.map((entry) => (
            <Route key={entry.path} path={entry.path} element={<Screen entry={entry} overlay />} />
          ))}
          <Route path="*" element={null} />
        </Routes>
      )}
    </>
  )
}

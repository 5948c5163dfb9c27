/** The table of pages: one line each, loaded when first visited. Pages come from the features' own folders. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageLoader } from './PageLoader.tsx'
import { backgroundOf, paths, patterns } from './paths.ts'
import { Shell } from './shell/Shell.tsx'

type Load = () => Promise<{ default: ComponentType }>

type Entry = { path: string; load: Load; Page: ComponentType }

function page(path: string, load: () => Promise<ComponentType>): Entry {
  const loadDefault = () => load().then((component) => ({ default: component }))
  return { path, load: loadDefault, Page: lazy(loadDefault) }
}

/** Pages inside the shell (sidebar, header, bottom bar). */
const pages: Entry[] = [
  page(patterns.notFound, () => import('#features/not-found/NotFoundPage.tsx').then((module) => module.NotFoundPage)),
]

/** Pages that may also open above the page they were clicked on (router state `above(location)`). */
const overlays: Entry[] = []

/** Pages that bring a frame of their own. */
const bare: Entry[] = []

const notFound = pages.find((entry) => entry.path === patterns.notFound)

/** One failed page leaves the shell standing; a new address is a new try. */
function Screen({ entry, overlay = false }: { entry: Entry; overlay?: boolean }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={entry.path} resetKey={pathname} quiet={overlay}>
      <Suspense fallback={overlay ? null : <PageLoader />}>
        <entry.Page />
      </Suspense>
    </ErrorBoundary>
  )
}

const toRoute = (entry: Entry) => <Route key={entry.path} path={entry.path} element={<Screen entry={entry} />} />

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
          {notFound && <Route path="*" element={<Screen entry={notFound} />} />}
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

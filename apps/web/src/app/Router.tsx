/** Turns the table of pages.ts into routes, with a note's page also above the one it was clicked on. */
import { useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate, useNavigationType, useParams } from 'react-router'
import { useStepsOfHistory } from '#ui/back-step.ts'
import { CameBy } from '#ui/came-by.ts'
import { useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageLoader } from './PageLoader.tsx'
import { bare, notFound, overlays, type PageEntry, pages } from './pages.ts'
import { backgroundOf, paths, patterns } from './paths.ts'
import { Shell } from './shell/Shell.tsx'
import { useNotePreload } from './use-note-preload.ts'

/** A page once its code is there; a failure is thrown to the boundary around it. */
function Loaded({ entry, overlay }: ScreenProps) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const Page = useLoadable(entry.page, true, (error) => setFailure({ error }))
  if (failure) throw failure.error
  return Page ? <Page /> : overlay ? null : <PageLoader />
}

type ScreenProps = { entry: PageEntry; overlay?: boolean }

/** One failed page leaves the shell standing; a new address is a new try. A failed overlay gives back the page beneath. */
function Screen({ entry, overlay = false }: ScreenProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leave = () => {
    toast.error('没能打开，检查网络后再试一次')
    navigate(-1)
  }
  return (
    <ErrorBoundary key={entry.path} resetKey={pathname + search} onError={overlay ? leave : undefined}>
      <Loaded entry={entry} overlay={overlay} />
    </ErrorBoundary>
  )
}

const toRoute = (entry: PageEntry) => <Route key={entry.path} path={entry.path} element={<Screen entry={entry} />} />

/** What is no note's number is no page either. */
function ToPost() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <Navigate to={paths.post(id)} replace /> : <Screen entry={notFound} />
}

export function Router() {
  const location = useLocation()
  const background = backgroundOf(location)
  useNotePreload()
  useStepsOfHistory()
  return (
    <CameBy value={useNavigationType()}>
      <Routes location={background ?? location}>
        {bare.map(toRoute)}
        <Route element={<Shell />}>
          <Route path={patterns.postById} element={<ToPost />} />
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
    </CameBy>
  )
}

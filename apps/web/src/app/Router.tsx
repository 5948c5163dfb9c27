/** The pages of pages.ts as routes; a note's page also as an overlay above the page it was opened from. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router'
import { noteIntent } from '#entities/post/open-note.ts'
import { NoteFrame } from '#features/post-detail/NoteFrame.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { setOverlayAddress } from '#ui/overlay/overlay.ts'
import { useLoadable } from '#ui/state/loadable.ts'
import { whenIdle } from '#ui/state/when-idle.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { bare, notFound, overlays, type PageEntry, pages, preloadPage } from './pages.ts'
import { backgroundOf, paths, patterns } from './paths.ts'
import classes from './Router.module.css'
import { Shell } from './shell/Shell.tsx'

const PRELOAD_WITHIN_MS = 1000

type ScreenProps = { entry: PageEntry; overlay?: boolean }

/** A failed page leaves the shell standing and is retried at the next address; a failed overlay goes back. */
function Screen({ entry, overlay = false }: ScreenProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leave = () => {
    toast.error('没能打开，检查网络后再试一次')
    navigate(-1)
  }
  return (
    <ErrorBoundary key={entry.path} resetKey={pathname + search} onError={overlay ? leave : undefined}>
      <Page entry={entry} overlay={overlay} />
    </ErrorBoundary>
  )
}

function Page({ entry, overlay }: ScreenProps) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const Content = useLoadable(entry.page, true, (error) => setFailure({ error }))
  if (failure) throw failure.error
  if (Content) return <Content />
  return overlay ? <NoteFrame /> : <PageLoader />
}

/** Appears only after a delay, so that fast loads do not flicker. */
function PageLoader() {
  return (
    <div className={classes.loader} role="status">
      <span className={classes.ring} aria-hidden />
      <span className="sr-only">加载中</span>
    </div>
  )
}

const toRoute = (entry: PageEntry) => <Route key={entry.path} path={entry.path} element={<Screen entry={entry} />} />

function PostRedirect() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <Navigate to={paths.post(id)} replace /> : <Screen entry={notFound} />
}

/** Fetches the note page's code when the pointer is on a note, or once the first screen stands with its pictures. */
function usePostPreload() {
  useEffect(() => {
    const preload = () => void preloadPage(patterns.post)
    const unsubscribe = noteIntent.subscribe(preload)
    let stop = () => {}
    const onLoad = () => {
      stop = whenIdle(preload, PRELOAD_WITHIN_MS)
    }
    if (document.readyState === 'complete') onLoad()
    else window.addEventListener('load', onLoad, { once: true })
    return () => {
      unsubscribe()
      window.removeEventListener('load', onLoad)
      stop()
    }
  }, [])
}

export function Router() {
  const location = useLocation()
  const background = backgroundOf(location)
  usePostPreload()
  const isOverlay = background !== null
  useLayoutEffect(() => setOverlayAddress(isOverlay), [isOverlay])
  return (
    <>
      <Routes location={background ?? location}>
        {bare.map(toRoute)}
        <Route element={<Shell />}>
          <Route path={patterns.postById} element={<PostRedirect />} />
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

import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer, type Viewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/feedback/toast.ts'

/** A page for signed-in users: a guest gets a toast and is redirected to /user, which offers the sign-in. */
export function SignedInOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const wasSignedIn = useRef(viewer !== null)
  const guest = viewer === null

  useEffect(() => {
    if (!guest) {
      wasSignedIn.current = true
      return
    }
    // The end of a session has its own message and redirect.
    if (window.location.pathname !== pathname) return
    if (!wasSignedIn.current) toast.info('请先登录')
    navigate(paths.ownProfile(), { replace: true })
  }, [guest, navigate, pathname])

  return viewer && children(viewer)
}

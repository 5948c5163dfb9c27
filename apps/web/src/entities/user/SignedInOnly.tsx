import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer, type Viewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/toast.ts'

/** A page of one's own: a guest is told 请先登录 and led to /user, where one signs in (spec section 2). */
export function SignedInOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const was = useRef(viewer !== null)
  const guest = viewer === null

  useEffect(() => {
    if (!guest) {
      was.current = true
      return
    }
    // An expired session has been told of, and is on its way elsewhere.
    if (window.location.pathname !== pathname) return
    if (!was.current) toast.info('请先登录')
    navigate(paths.ownProfile(), { replace: true })
  }, [guest, navigate, pathname])

  return viewer && children(viewer)
}

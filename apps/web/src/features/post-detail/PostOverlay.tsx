import { useCallback, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { backgroundOf, paths } from '#app/paths.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { idIn } from './note-address.ts'

/** A note above the page it was opened from; that page stays as it is beneath. */
export function PostOverlay() {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const closed = useRef(false)

  const close = useCallback(() => {
    // Esc pressed twice must not go back twice.
    if (closed.current) return
    closed.current = true
    const opened: unknown = window.history.state?.idx
    if (typeof opened === 'number' && opened > 0) navigate(-1)
    else navigate(backgroundOf(location) ?? paths.explore(), { replace: true })
  }, [location, navigate])

  const id = idIn(query, 'id')
  return <NoteDialog key={id} id={id} targetCommentId={idIn(query, 'targetCommentId')} onClose={close} />
}

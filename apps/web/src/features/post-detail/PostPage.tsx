import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { idParam, paths } from '#app/paths.ts'
import { Note } from './Note.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { useCloseNote } from './NoteFrame.tsx'
import classes from './PostPage.module.css'
import { usePhone } from './use-phone.ts'

/** `/post?id=` as a full page; on phones the note covers the screen as it does above a list. */
export function PostPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // Fixed for the visit: turning the phone must not unmount a comment being written.
  const [phone] = useState(usePhone())
  const id = idParam(query, 'id')
  const targetCommentId = idParam(query, 'targetCommentId')
  if (id === null) return <Navigate to={paths.notFound()} replace />
  if (phone) {
    const close = () => navigate(paths.explore())
    return <NoteDialog key={id} id={id} targetCommentId={targetCommentId} onClose={close} standalone />
  }
  return (
    <div className={classes.page}>
      <Note key={id} id={id} mode="page" targetCommentId={targetCommentId} standalone />
    </div>
  )
}

/** `/post?id=` above the page it was opened from, which stays mounted. */
export function PostOverlay() {
  const [query] = useSearchParams()
  const close = useCloseNote()
  const id = idParam(query, 'id')
  return <NoteDialog key={id} id={id} targetCommentId={idParam(query, 'targetCommentId')} onClose={close} />
}

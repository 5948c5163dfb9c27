import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { Note } from './Note.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { idIn } from './note-address.ts'
import classes from './PostPage.module.css'
import { usePhone } from './use-phone.ts'

/** A note visited at its own address: a page in the shell; on phones it covers the screen as it does above a list. */
export function PostPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // Of the visit, not of the moment: who turns the phone over keeps the comment that is being written.
  const [phone] = useState(usePhone())
  const id = idIn(query, 'id')
  const targetCommentId = idIn(query, 'targetCommentId')
  if (id === null) return <Navigate to={paths.notFound()} replace />
  if (phone) {
    const close = () => navigate(paths.explore())
    return <NoteDialog key={id} id={id} targetCommentId={targetCommentId} onClose={close} alone />
  }
  return (
    <div className={classes.page}>
      <Note key={id} id={id} mode="page" targetCommentId={targetCommentId} alone />
    </div>
  )
}

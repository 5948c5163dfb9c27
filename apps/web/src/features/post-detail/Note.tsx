import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { ApiError } from '#api/error.ts'
import { forgetPost } from '#api/post-cache.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useTitle } from '#ui/use-title.ts'
import { NoteBones } from './NoteBones.tsx'
import classes from './NoteView.module.css'
import { NoteView } from './NoteView.tsx'
import { useNote } from './use-note.ts'

export type NoteMode = 'dialog' | 'page'

type Props = {
  id: number | null
  mode: NoteMode
  targetCommentId: number | null
  /** Where it covers something to go back to. */
  onClose?: () => void
  /** Visited at its own address, not above a list: where the note is gone, so is the page. */
  alone?: boolean
}

/** A note with its states: there, coming, failed, gone (spec section 8). */
export function Note({ id, mode, targetCommentId, onClose, alone = false }: Props) {
  const client = useQueryClient()
  const { data: post, error, refetch } = useNote(id)
  const gone = id === null || (error instanceof ApiError && error.status === 404)
  useTitle(gone ? '笔记不见了' : post?.title || '笔记详情')
  useEffect(() => {
    if (gone && id !== null) forgetPost(client, id)
  }, [client, gone, id])

  if (gone && alone) return <Navigate to={paths.notFound()} replace />
  if (gone) {
    return (
      <div className={classes.message}>
        <EmptyState
          drawing="not-found"
          title="笔记不见了"
          hint="它可能已经被作者删除"
          action={<Button onClick={onClose}>返回</Button>}
        />
      </div>
    )
  }
  if (post) return <NoteView post={post} mode={mode} targetCommentId={targetCommentId} onClose={onClose} />
  if (!error) return <NoteBones mode={mode} onClose={onClose} />
  return (
    <div className={classes.message}>
      <ErrorState error={error} onRetry={() => refetch()} />
      {onClose && (
        <Button className={classes.leave} variant="plain" onClick={onClose}>
          返回
        </Button>
      )}
    </div>
  )
}

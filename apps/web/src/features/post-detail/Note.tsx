import { Navigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { useNote } from '#entities/post/post.queries.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { type NoteMode, NoteSkeleton } from './NoteSkeleton.tsx'
import classes from './NoteView.module.css'
import { NoteView } from './NoteView.tsx'

type Props = {
  id: number | null
  mode: NoteMode
  targetCommentId: number | null
  /** Given if there is something to go back to. */
  onClose?: () => void
  /** Opened by its address, not above a list: a missing note leads to the not-found page. */
  standalone?: boolean
}

export function Note({ id, mode, targetCommentId, onClose, standalone = false }: Props) {
  const { post, missing, error, refetch } = useNote(id)
  useTitle(missing ? '笔记不见了' : post?.title || '笔记详情')

  if (missing && standalone) return <Navigate to={paths.notFound()} replace />
  if (missing) {
    return (
      <div className={classes.message}>
        <EmptyState
          illustration="not-found"
          title="笔记不见了"
          hint="它可能已经被作者删除"
          action={<Button onClick={onClose}>返回</Button>}
        />
      </div>
    )
  }
  if (post) return <NoteView post={post} mode={mode} targetCommentId={targetCommentId} onClose={onClose} />
  if (!error) return <NoteSkeleton mode={mode} onClose={onClose} />
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

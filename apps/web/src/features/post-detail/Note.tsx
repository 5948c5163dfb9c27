import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { Navigate } from 'react-router'
import { ApiError } from '#api/error.ts'
import { removePost } from '#api/post-cache.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import skeleton from './Note.module.css'
import classes from './NoteView.module.css'
import { NoteView } from './NoteView.tsx'
import { useNote } from './use-note.ts'
import { usePhone } from './use-phone.ts'

export type NoteMode = 'dialog' | 'page'

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
  const client = useQueryClient()
  const { data: post, error, refetch } = useNote(id)
  const missing = id === null || (error instanceof ApiError && error.status === 404)
  useTitle(missing ? '笔记不见了' : post?.title || '笔记详情')
  useEffect(() => {
    if (missing && id !== null) removePost(client, id)
  }, [client, missing, id])

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

type SkeletonProps = { mode: NoteMode; onClose?: (() => void) | undefined }

/** The layout of a note while it loads; on phones with the close button of the note's header. */
function NoteSkeleton({ mode, onClose }: SkeletonProps) {
  const phone = usePhone()
  return (
    <>
      {phone && onClose && (
        <button type="button" className={skeleton.close} aria-label="关闭" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      <Skeleton className={skeleton.loading}>
        <div className={classes.note} data-mode={mode} style={{ '--ratio': 0.75 } as CSSProperties}>
          <div className={`${classes.head} ${skeleton.head}`}>
            <SkeletonBlock width={40} height={40} round />
            <SkeletonBlock width="30%" height={16} />
          </div>
          <div className={`${classes.media} ${skeleton.media}`} />
          <div className={`${classes.body} ${skeleton.body}`}>
            <SkeletonBlock width="70%" height={20} />
            <SkeletonBlock height={14} />
            <SkeletonBlock height={14} />
            <SkeletonBlock width="60%" height={14} />
          </div>
        </div>
      </Skeleton>
    </>
  )
}

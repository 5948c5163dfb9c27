import type { Post } from '@shiliu/contract/posts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { useNoteToEdit } from '#entities/post/own/own-post.queries.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import classes from './PublishForm.module.css'

type Props = { id: number; onLoad: (draft: Post) => void }

/** Loads a draft of the viewer's; one that is missing, published or another user's counts as deleted. */
export function DraftLoader({ id, onLoad }: Props) {
  const viewerId = useViewer()?.id
  const navigate = useNavigate()
  const { data, error, refetch, ...query } = useNoteToEdit(id)
  const missing = data ? data.is_draft === 0 || data.user_id !== viewerId : query.missing

  const finish = useEffectEvent((draft: Post | undefined, deleted: boolean) => {
    if (deleted) {
      toast.error('草稿不存在或已被删除')
      navigate(paths.draftBox(), { replace: true })
    } else if (draft) {
      toast.success('草稿已加载')
      onLoad(draft)
    }
  })
  useEffect(() => finish(data, missing), [data, missing])

  if (error && !missing) return <ErrorState title="加载草稿失败" error={error} onRetry={() => void refetch()} />
  return (
    <Skeleton className={classes.page}>
      <SkeletonBlock width={160} height={28} />
      <div className={classes.tiles}>
        {[1, 2, 3].map((tile) => (
          <SkeletonBlock key={tile} ratio={1} className={classes.tile} />
        ))}
      </div>
      <SkeletonBlock height={32} />
      <SkeletonBlock height={180} />
      <SkeletonBlock width="60%" height={36} />
    </Skeleton>
  )
}

import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import classes from './PublishForm.module.css'

/** Where somebody is sent whose draft is not there. */
const WITHOUT_DRAFT = paths.draftBox()

type Props = { id: number; onLoad: (draft: Post) => void }

/** Fetches an own draft afresh; one that is not there, or is a note already, is said to be gone. */
export function DraftLoader({ id, onLoad }: Props) {
  const viewerId = useViewer()?.id
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: keys.draft(id),
    queryFn: ({ signal }) => call(posts.get, { params: { id }, query: { skipViewCount: true }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
  const gone = data
    ? data.is_draft === 0 || data.user_id !== viewerId
    : error instanceof ApiError && error.status === 404

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (gone) {
      toast.error('草稿不存在或已被删除')
      navigate(WITHOUT_DRAFT, { replace: true })
    } else if (data) {
      toast.success('草稿已加载')
      onLoad(data)
    }
  }, [data, gone])

  if (error && !gone) return <ErrorState title="加载草稿失败" error={error} onRetry={() => void refetch()} />
  return (
    <Skeleton className={classes.page}>
      <Bone width={160} height={28} />
      <div className={classes.bones}>
        {[1, 2, 3].map((tile) => (
          <Bone key={tile} ratio={1} className={classes.tileBone} />
        ))}
      </div>
      <Bone height={32} />
      <Bone height={180} />
      <Bone width="60%" height={36} />
    </Skeleton>
  )
}

import { JOB, list } from '@shiliu/contract/admin/jobs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { PageBar } from '../table/PageBar.tsx'
import { JobProgress } from './JobProgress.tsx'
import classes from './JobsPage.module.css'
import { isActive } from './use-jobs.ts'

const PER_PAGE = 20
const RUNNING_MS = 1000

/** All jobs of all administrators, newest first (docs/product.md#jobs). */
export function JobsPage() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminJobs(page),
    queryFn: ({ signal }) => call(list, { query: { page, limit: PER_PAGE }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? RUNNING_MS : false),
    refetchOnWindowFocus: true,
    placeholderData: (earlier) => earlier,
    staleTime: 0,
  })
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>批量任务</h1>
      <p className={classes.intro}>
        在笔记、评论或用户的列表里选择很多项再处理，就成为一个任务。任务在后台进行，可以停止；结束后 {JOB.undoDays}{' '}
        天内可以撤销，删除的要还在回收站里。
      </p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={240} />
        </Skeleton>
      )}
      {data?.data.length === 0 && <EmptyState title="还没有批量任务" />}
      {data && data.data.length > 0 && (
        <>
          <ol className={classes.jobs}>
            {data.data.map((job) => (
              <li key={job.id}>
                <JobProgress job={job} />
                <p className={classes.about}>
                  {job.username} <RelativeTime time={job.created_at} />
                  {job.reason && `，原因：${job.reason}`}
                </p>
              </li>
            ))}
          </ol>
          <PageBar pagination={data.pagination} page={page} onPage={setPage} onPreload={() => {}} />
        </>
      )}
    </div>
  )
}

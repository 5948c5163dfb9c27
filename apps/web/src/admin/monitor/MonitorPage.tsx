import type { dashboard } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useMinDuration } from '#ui/state/use-min-duration.ts'
import { LoadFailure } from '../table/LoadState.tsx'
import { Activities } from './Activities.tsx'
import { Dashboard, DashboardFailure, DashboardSkeleton } from './Dashboard.tsx'
import { formatBytes } from './format.ts'
import { LastBackup } from './LastBackup.tsx'
import classes from './MonitorPage.module.css'
import { Overview } from './Overview.tsx'
import { Problems } from './Problems.tsx'
import { useActivities, useDashboard } from './use-monitor.ts'

const SPIN_MS = 800

/** Totals, storage, faults and the latest activities, refreshed automatically (docs/product.md#admin-monitor). */
export function MonitorPage() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useDashboard()
  const activities = useActivities()
  const busy = useMinDuration(isFetching || activities.isFetching, SPIN_MS)
  const retry = () => void refetch()
  const hasAside = Boolean(data || !error)

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>动态监控</h1>
        <p className={classes.updated}>自动更新{updatedText(activities.dataUpdatedAt)}</p>
        <Button
          size="sm"
          variant="plain"
          className={classes.refresh}
          onClick={() => {
            client.invalidateQueries({ queryKey: keys.adminActivities })
            client.invalidateQueries({ queryKey: keys.adminDashboard })
            client.invalidateQueries({ queryKey: keys.adminOverview })
          }}
        >
          <IconRefresh size={18} stroke={1.75} aria-hidden data-spinning={busy || undefined} />
          刷新
        </Button>
      </header>
      <section aria-label="等待处理和增长">
        <Overview />
      </section>
      <section aria-label="数据概览">
        {data && error && <LoadFailure error={error} onRetry={retry} />}
        {data && <Dashboard days={data.days} totals={data.totals} />}
        {!data && (error ? <DashboardFailure error={error} onRetry={retry} /> : <DashboardSkeleton />)}
      </section>
      <div className={classes.below} data-aside={hasAside || undefined}>
        {hasAside && (
          <aside className={classes.aside} aria-label="存储、备份与故障">
            {data ? (
              <>
                <StorageUsage {...data.pictures} />
                <LastBackup {...data.backup} />
                <Problems problems={data.problems} />
              </>
            ) : (
              <AsideSkeleton />
            )}
          </aside>
        )}
        <Activities />
      </div>
    </div>
  )
}

function updatedText(time: number): string {
  return time > 0 ? `，最近一次 ${new Date(time).toLocaleTimeString('zh-CN', { hourCycle: 'h23' })}` : ''
}

function StorageUsage({ count, bytes }: OutputOf<typeof dashboard>['pictures']) {
  return (
    <section aria-labelledby="storage-heading">
      <h2 id="storage-heading" className={classes.heading}>
        图片占用
      </h2>
      <p className={classes.storage}>
        <b>{formatBytes(bytes)}</b>共 {count.toLocaleString('zh-CN')} 张
      </p>
    </section>
  )
}

function AsideSkeleton() {
  return (
    <Skeleton className={classes.parts}>
      {['storage', 'backup', 'problems'].map((section) => (
        <div key={section} className={classes.skeleton}>
          <SkeletonBlock width={72} height={22} />
          <SkeletonBlock width={132} height={22} />
        </div>
      ))}
    </Skeleton>
  )
}

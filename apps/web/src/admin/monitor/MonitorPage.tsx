import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/Button.tsx'
import { useAtLeast } from '#ui/use-at-least.ts'
import { LoadFailure } from '../table/LoadFailure.tsx'
import { Activities } from './Activities.tsx'
import { Dashboard } from './Dashboard.tsx'
import { AsideBones, DashboardBones } from './DashboardBones.tsx'
import classes from './MonitorPage.module.css'
import { NoNumbers } from './NoNumbers.tsx'
import { Pictures } from './Pictures.tsx'
import { Problems } from './Problems.tsx'
import { useActivities, useDashboard } from './use-monitor.ts'

const TURN_MS = 800

/** What goes on: numbers of the site, its faults, and the last activities, all kept fresh (spec section 2). */
export function MonitorPage() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useDashboard()
  const { isFetching: asking, dataUpdatedAt } = useActivities()
  const busy = useAtLeast(isFetching || asking, TURN_MS)
  const retry = () => void refetch()

  function numbers() {
    if (data) return <Dashboard days={data.days} totals={data.totals} />
    return error ? <NoNumbers error={error} onRetry={retry} /> : <DashboardBones />
  }

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>动态监控</h1>
        <p className={classes.fresh}>
          自动更新
          {dataUpdatedAt > 0 &&
            `，最近一次 ${new Date(dataUpdatedAt).toLocaleTimeString('zh-CN', { hourCycle: 'h23' })}`}
        </p>
        <Button
          size="sm"
          variant="plain"
          className={classes.refresh}
          onClick={() => {
            client.invalidateQueries({ queryKey: keys.adminActivities })
            client.invalidateQueries({ queryKey: keys.adminDashboard })
          }}
        >
          <IconRefresh size={18} stroke={1.75} aria-hidden data-turning={busy || undefined} />
          刷新
        </Button>
      </header>
      <section aria-label="数据概览">
        {data && error && <LoadFailure error={error} onRetry={retry} />}
        {numbers()}
      </section>
      <div className={classes.below}>
        {(data || !error) && (
          <aside className={classes.aside} aria-label="存储与故障">
            {data ? (
              <>
                <Pictures {...data.pictures} />
                <Problems problems={data.problems} />
              </>
            ) : (
              <AsideBones />
            )}
          </aside>
        )}
        <Activities />
      </div>
    </div>
  )
}

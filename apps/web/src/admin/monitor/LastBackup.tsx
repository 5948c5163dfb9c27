import type { dashboard } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { formatBytes, timeText } from './format.ts'
import classes from './MonitorPage.module.css'
import { useNow } from './use-monitor.ts'

/** How old the last backup is that was read back, and why the last automatic one failed. */
export function LastBackup({ schedule, last_at, bytes, problem }: OutputOf<typeof dashboard>['backup']) {
  const now = useNow()
  return (
    <section aria-labelledby="backup-heading">
      <h2 id="backup-heading" className={classes.heading}>
        备份
      </h2>
      <p className={classes.storage}>
        {last_at ? (
          <>
            <b title={fullTime(last_at)}>{timeText(last_at, now)}</b>
            {bytes !== null && formatBytes(bytes)}，已核对
          </>
        ) : (
          <b>还没有备份</b>
        )}
      </p>
      {problem && (
        <p className={classes.failed} role="status">
          最近一次自动备份没有做成：{problem}
        </p>
      )}
      {schedule === 'off' && <p className={classes.hint}>自动备份没有打开，在「网站设置」里打开</p>}
    </section>
  )
}

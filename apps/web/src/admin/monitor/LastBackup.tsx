import type { dashboard } from '@shiliu/contract/admin/monitor'
import * as settings from '@shiliu/contract/admin/settings'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { useMay } from '../permissions.ts'
import { formatBytes, timeText } from './format.ts'
import classes from './MonitorPage.module.css'
import { useNow } from './use-monitor.ts'

/** How old the last backup is that was read back, whether one is being made, and why the last automatic one failed. */
export function LastBackup(backup: OutputOf<typeof dashboard>['backup']) {
  const { schedule, last_at, is_ahead, bytes, running_since, problem } = backup
  const now = useNow()
  const may = useMay()
  return (
    <section aria-labelledby="backup-heading">
      <h2 id="backup-heading" className={classes.heading}>
        备份
      </h2>
      <p className={classes.storage}>
        {last_at ? (
          <>
            <b title={fullTime(last_at)}>{is_ahead ? fullTime(last_at) : timeText(last_at, now)}</b>
            {bytes !== null && formatBytes(bytes)}，已核对
          </>
        ) : (
          <b>还没有备份</b>
        )}
      </p>
      {is_ahead && (
        <p className={classes.failed} role="status">
          最近一份的时间在将来：那时服务器的时钟不对，看不出它有多旧
        </p>
      )}
      {running_since && (
        <p className={classes.hint} role="status">
          正在备份，{timeText(running_since, now)}开始
        </p>
      )}
      {problem && (
        <p className={classes.failed} role="status">
          最近一次自动备份没有做成：{problem}
        </p>
      )}
      {schedule === 'off' && (
        <p className={classes.hint}>
          自动备份没有打开，
          {may(settings.update) ? (
            <Link to={`${paths.admin('settings')}#backup`}>在「网站设置」里打开</Link>
          ) : (
            '请管理员打开'
          )}
        </p>
      )}
    </section>
  )
}

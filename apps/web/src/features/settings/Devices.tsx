import type { Device } from '@shiliu/contract/auth'
import { deviceName } from '@shiliu/contract/device-name'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { useDevices, useEndDevices } from '#entities/session/devices.queries.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './Devices.module.css'
import { settingsView } from './settings-view.ts'

/** Where the viewer is signed in; each of these, or all others, can be signed out. */
export function Devices() {
  const { data, error, refetch } = useDevices()
  const end = useEndDevices()
  const others = data?.filter(({ current }) => !current).length ?? 0

  async function endOthers() {
    const sure = await confirm({
      title: '让别的设备都退出登录？',
      message: `${others} 个设备要重新登录，这台设备不受影响`,
      type: 'warning',
      confirmLabel: '全部退出',
    })
    if (sure) end.mutate(null)
  }

  return (
    <>
      <p className={classes.hint}>不认识的设备就让它退出，再修改密码</p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={128} />
        </Skeleton>
      )}
      {data && (
        <ul className={classes.devices} aria-label="登录的设备">
          {data.map((device) => (
            <Row key={device.id} device={device} busy={end.isPending} onEnd={() => end.mutate(device.id)} />
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button variant="plain" size="lg" data-autofocus onClick={() => settingsView.set('account')}>
          返回
        </Button>
        {others > 0 && (
          <Button variant="danger" size="lg" loading={end.isPending} onClick={() => void endOthers()}>
            其他全部退出
          </Button>
        )}
      </div>
    </>
  )
}

type RowProps = { device: Device; busy: boolean; onEnd: () => void }

function Row({ device: { user_agent, location, last_activity, current }, busy, onEnd }: RowProps) {
  const name = deviceName(user_agent)
  return (
    <li>
      <div>
        <p title={user_agent}>
          {name}
          {current && <span className={classes.current}>这台设备</span>}
        </p>
        <p className={classes.facts}>
          {location ?? '未知地点'} · 最近使用 <RelativeTime time={last_activity} />
        </p>
      </div>
      {!current && (
        <Button size="sm" variant="plain" disabled={busy} aria-label={`让${name}退出登录`} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}

import type { Device } from '@shiliu/contract/auth'
import { deviceName } from '@shiliu/contract/device-name'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { useDevices, useEndDevices } from '#entities/session/devices.queries.ts'
import { useOwnPassword } from '#entities/user/campus.queries.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './Devices.module.css'
import { settingsView } from './settings-view.ts'
import { useFocusKept } from './use-focus-kept.ts'

/** Where the viewer is signed in; each of these, or all others, can be signed out. */
export function Devices() {
  const { data, error, refetch } = useDevices()
  const end = useEndDevices()
  const { none, off } = useOwnPassword()
  const back = useFocusKept(data)
  const others = data?.filter(({ current }) => !current).length ?? 0

  async function endOthers() {
    const sure = await confirm({
      title: '让别的设备都退出登录？',
      message: `${others} 台设备要重新登录，这台设备不受影响`,
      type: 'warning',
      confirmLabel: '全部退出',
    })
    if (sure) end.mutate(null)
  }

  return (
    <>
      <p className={classes.hint}>不认识的设备就让它退出，再{none || off ? '到学校修改校园账号的密码' : '修改密码'}</p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={128} />
        </Skeleton>
      )}
      {data && (
        <ul className={classes.devices} aria-label="登录的设备">
          {data.map((device) => (
            <Row
              key={device.id}
              device={device}
              off={end.isPending}
              ending={end.isPending && end.variables === device.id}
              onEnd={() => end.mutate(device.id)}
            />
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button ref={back} variant="plain" size="lg" data-autofocus onClick={() => settingsView.set('account')}>
          返回
        </Button>
        {others > 0 && (
          <Button
            variant="danger"
            size="lg"
            aria-disabled={end.isPending}
            loading={end.isPending && end.variables === null}
            onClick={() => void endOthers()}
          >
            其他全部退出
          </Button>
        )}
      </div>
    </>
  )
}

type RowProps = { device: Device; off: boolean; ending: boolean; onEnd: () => void }

function Row({ device: { user_agent, location, last_activity, current }, off, ending, onEnd }: RowProps) {
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
        <Button
          size="sm"
          variant="plain"
          aria-disabled={off}
          loading={ending}
          aria-label={`让${name}退出登录`}
          onClick={() => {
            ignoreSecondClick()
            onEnd()
          }}
        >
          退出
        </Button>
      )}
    </li>
  )
}

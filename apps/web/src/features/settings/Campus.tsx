import { useState } from 'react'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ConfirmPasswordForm } from '#entities/user/ConfirmPasswordForm.tsx'
import { asksForPassword, useCampusLinks, useCampusStart, useUnlinkCampus } from '#entities/user/campus.queries.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './Campus.module.css'
import { settingsView } from './settings-view.ts'
import { useFocusKept } from './use-focus-kept.ts'

/** The school accounts that one signs in with; more can be linked, and all but the last way in be unlinked. */
export function Campus() {
  const { data, error, refetch } = useCampusLinks()
  const start = useCampusStart()
  const unlink = useUnlinkCampus()
  const [linking, setLinking] = useState<{ id: number; name: string } | null>(null)

  const leave = useFocusKept(linking ?? data)

  async function ask(id: number, provider: string) {
    const sure = await confirm({
      title: `断开${provider}？`,
      message: '以后不能再用它登录这个账号，它给的认证也会去掉，用它登录的其他设备随即退出；可以随时重新连接',
      type: 'warning',
      confirmLabel: '断开',
    })
    if (sure) unlink.mutate(id)
  }

  if (linking) {
    const back = () => {
      start.reset()
      setLinking(null)
    }
    return (
      <ConfirmPasswordForm
        label={`去${linking.name}登录`}
        busy={start.isPending}
        error={start.error}
        onSubmit={(password) => start.mutate({ id: linking.id, link: true, password })}
        onBack={back}
      >
        连接{linking.name}以后它就能登录这个账号，请先输入密码
      </ConfirmPasswordForm>
    )
  }

  return (
    <>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={128} />
        </Skeleton>
      )}
      {data && data.links.length > 0 && (
        <ul className={classes.links} aria-label="连接的校园账号">
          {data.links.map(({ id, provider, account, badge, last_used_at }) => (
            <li key={id}>
              <div>
                <p>
                  {provider}
                  {badge && <span className={classes.badge}>{badge}</span>}
                </p>
                <p className={classes.facts}>
                  {account} · 最近使用 <RelativeTime time={last_used_at} />
                </p>
              </div>
              <Button
                size="sm"
                variant="plain"
                aria-label={`断开${provider}`}
                loading={unlink.isPending && unlink.variables === id}
                onClick={() => void ask(id, provider)}
              >
                断开
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data?.links.length === 0 && <p className={classes.hint}>连接以后可以用它登录，主页上会有学校的认证</p>}
      <div className={classes.actions}>
        {data?.providers.map(({ id, name }) => (
          <Button
            key={id}
            size="lg"
            wide
            loading={start.isPending && start.variables.id === id}
            onClick={() => (asksForPassword(data) ? setLinking({ id, name }) : start.mutate({ id, link: true }))}
          >
            连接{name}
          </Button>
        ))}
        <Button ref={leave} variant="plain" size="lg" wide data-autofocus onClick={() => settingsView.set('account')}>
          返回
        </Button>
      </div>
    </>
  )
}

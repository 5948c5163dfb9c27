import { sessions } from '@shiliu/contract/admin/sessions'
import * as api from '@shiliu/contract/admin/user-page'
import { deviceName } from '@shiliu/contract/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

/** Devices; for owners also their addresses, and who else used those. */
export function UserSessions({ id }: { id: number }) {
  const may = useMay()
  const query = { user_id: String(id), limit: 20, sortField: 'id', sortOrder: 'desc' }
  const list = useQuery({
    queryKey: keys.adminRows('sessions', query),
    queryFn: ({ signal }) => call(sessions.list, { query, signal }),
  })
  const addresses = useQuery({
    queryKey: keys.adminRow('user-addresses', id),
    queryFn: ({ signal }) => call(api.addresses, { params: { id }, signal }),
    enabled: may(api.addresses),
  })
  const email = useQuery({
    queryKey: keys.adminRow('user-email', id),
    queryFn: ({ signal }) => call(api.email, { params: { id }, signal }),
    enabled: may(api.email),
  })
  const addressOf = (session: number) =>
    addresses.data?.addresses.find(({ session_ids }) => session_ids.includes(session))
  return (
    <div className={classes.parts}>
      <section>
        <h2>登录</h2>
        <Loaded
          query={list}
          rowsOf={({ data }) => data}
          none="没有登录过"
          label="登录"
          more={{ to: `${paths.admin('sessions')}?user_id=${id}`, total: ({ total }) => total }}
        >
          {(session) => {
            const from = addressOf(session.id)
            return (
              <div className={classes.words}>
                <p title={session.user_agent}>{deviceName(session.user_agent)}</p>
                <p className={classes.facts}>
                  {session.is_active === 1 && (
                    <span className={classes.state} data-kind="active">
                      登录着
                    </span>
                  )}
                  {from && `${from.address} ${from.location ?? ''} · `}
                  <RelativeTime time={session.created_at} />
                  登录 · 最近活动 <RelativeTime time={session.last_activity} />
                </p>
              </div>
            )
          }}
        </Loaded>
      </section>
      {may(api.email) && (
        <section>
          <h2>邮箱</h2>
          <Loaded query={email} rowsOf={(own) => (own.email ? [{ id, ...own }] : [])} none="没有绑定邮箱" label="邮箱">
            {(own) => (
              <div className={classes.item}>
                <div className={classes.words}>
                  <p>{own.email}</p>
                  <p className={classes.facts}>{own.verified_at && <RelativeTime time={own.verified_at} />} 绑定</p>
                </div>
                <RemoveEmail id={id} />
              </div>
            )}
          </Loaded>
        </section>
      )}
      <section>
        <h2>地址</h2>
        {may(api.addresses) ? (
          <Loaded query={addresses} rowsOf={withIds} none="没有留下地址" label="地址">
            {(used) => <Address used={used} />}
          </Loaded>
        ) : (
          <p className={classes.none}>只有站长看得到地址和共用地址的账号</p>
        )}
      </section>
    </div>
  )
}

/** For addresses that are not the person's any more. */
function RemoveEmail({ id }: { id: number }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(api.removeEmail, { params: { id } }),
    onSuccess() {
      client.setQueryData(keys.adminRow('user-email', id), { email: null, verified_at: null })
      toast.success('邮箱已解除绑定', ADMIN_TOAST_MS)
    },
    onError: (error) => toastFailure('邮箱没有解除', error),
  })
  async function ask() {
    const message = '用户不能再用它重设密码，也不再收到新设备登录的提醒；这个邮箱会收到一封通知。'
    if (await confirm({ title: '解除绑定的邮箱？', message, type: 'warning', confirmLabel: '解除绑定' }))
      remove.mutate()
  }
  return (
    <Button variant="plain" size="sm" loading={remove.isPending} onClick={() => void ask()}>
      解除绑定
    </Button>
  )
}

const withIds = (data: { addresses: api.UsedAddress[] }) => data.addresses.map((used, id) => ({ ...used, id }))

function Address({ used }: { used: api.UsedAddress }) {
  return (
    <div className={classes.words}>
      <p>
        {used.address} {used.location}
      </p>
      <p className={classes.facts}>
        用过 {used.times} 次 · 最近 <RelativeTime time={used.last_at} />
        {used.sharing.length === 0 && ' · 没有别的账号用过'}
      </p>
      {used.sharing.length > 0 && (
        <ul className={classes.people} aria-label={`也用过 ${used.address} 的账号`}>
          {used.sharing.map((person) => (
            <li key={person.id}>
              <Link to={paths.adminUser(person.id)} data-off={person.is_active === 0 || undefined}>
                <Avatar src={person.avatar} name="" size={24} decorative />
                {person.nickname}
                {person.is_active === 0 && '（封禁中）'}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

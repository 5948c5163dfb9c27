import * as api from '@shiliu/contract/admin/setup'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import classes from './SetupList.module.css'

const ITEMS: Record<api.SetupItem, { label: string; to: string }> = {
  name: { label: '给网站取个名字', to: `${paths.admin('settings')}#site_name` },
  logo: { label: '换上自己的标志', to: `${paths.admin('settings')}#site_logo` },
  categories: { label: '看看分类合不合适', to: paths.admin('categories') },
  registration: { label: '决定谁可以注册', to: `${paths.admin('settings')}#registration` },
  password: { label: '换掉第一次启动时生成的密码', to: paths.admin('account') },
}

/** What to set up on a new site, until all is done; closed, it is asked for under 动态监控 only (docs/product.md#setup). */
export function SetupList({ area }: { area: string | undefined }) {
  const client = useQueryClient()
  const may = useMay()
  const shown = (area === 'api-docs' || area === 'monitor') && may(api.get)
  const { data } = useQuery({
    queryKey: keys.adminSetup,
    queryFn: ({ signal }) => call(api.get, { signal }),
    // It ticks itself off by what is changed elsewhere.
    staleTime: 0,
    enabled: shown,
  })
  const change = useMutation({
    mutationFn: (body: { keep?: api.SetupItem; closed?: true }) => call(api.update, { body }),
    onSuccess: (state) => client.setQueryData(keys.adminSetup, state),
    onError: (error) => toastFailure('操作失败', error),
  })
  if (!shown || !data?.open || (data.closed && area !== 'monitor')) return null
  const done = data.items.filter((item) => item.done).length
  return (
    <section className={classes.setup} aria-labelledby="setup-heading">
      <div className={classes.head}>
        <h2 id="setup-heading" className={classes.heading}>
          新网站要设置的
        </h2>
        <span className={classes.count}>
          {done}/{data.items.length}
        </span>
        {!data.closed && (
          <Button size="sm" variant="plain" onClick={() => change.mutate({ closed: true })}>
            收起
          </Button>
        )}
      </div>
      <ul>
        {data.items.map((item) => (
          <li key={item.name} className={classes.item} data-done={item.done || undefined}>
            {item.done ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.75} aria-hidden />
            )}
            <Link to={ITEMS[item.name].to}>{ITEMS[item.name].label}</Link>
            {item.done && <span className="sr-only">已完成</span>}
            {!item.done && item.name !== 'password' && (
              <button
                type="button"
                className={classes.keep}
                aria-label={`${ITEMS[item.name].label}：保持不变`}
                disabled={change.isPending}
                onClick={() => change.mutate({ keep: item.name })}
              >
                保持不变
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

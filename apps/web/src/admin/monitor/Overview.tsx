import type { overview, reported } from '@shiliu/contract/admin/monitor'
import * as monitor from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { REPORTED } from '@shiliu/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { relativeTime } from '#ui/text/RelativeTime.tsx'
import { useMay } from '../permissions.ts'
import { LoadFailure } from '../table/LoadState.tsx'
import { DashboardFailure } from './Dashboard.tsx'
import { DayChart } from './DayChart.tsx'
import classes from './Overview.module.css'
import { useOverview } from './use-monitor.ts'

type Figures = OutputOf<typeof overview>

/** Where each is dealt with. */
const WAITING = [
  { kind: 'posts', label: '待审核笔记', to: paths.admin('queue') },
  { kind: 'comments', label: '待审核评论', to: paths.admin('queue') },
  { kind: 'reports', label: '举报', to: paths.admin('reports') },
  { kind: 'appeals', label: '申诉', to: paths.admin('appeals') },
] as const

const number = (value: number) => value.toLocaleString('zh-CN')

/** What waits for a moderator, first; then how the site grows, who was there and who is reported most. */
export function Overview() {
  const { data, error, refetch } = useOverview()
  const may = useMay()
  const retry = () => void refetch()
  if (!data && error) return <DashboardFailure error={error} onRetry={retry} />
  if (!data) {
    return (
      <Skeleton className={classes.waiting}>
        {WAITING.map(({ kind }) => (
          <SkeletonBlock key={kind} height={88} />
        ))}
      </Skeleton>
    )
  }
  return (
    <>
      {error && <LoadFailure error={error} onRetry={retry} />}
      <Waiting waiting={data.waiting} />
      <div className={classes.columns}>
        <Growth growth={data.growth} />
        <Active active={data.active} />
        {may(monitor.reported) && <MostReported />}
        {may(monitor.addresses) && <NewAddresses />}
      </div>
    </>
  )
}

function Waiting({ waiting }: Pick<Figures, 'waiting'>) {
  return (
    <ul className={classes.waiting} aria-label="等待处理">
      {WAITING.map(({ kind, label, to }) => {
        const { count, oldest } = waiting[kind]
        return (
          <li key={kind}>
            <Link to={to} className={classes.wait} data-some={count > 0 || undefined}>
              <span>{label}</span>
              <b>{number(count)}</b>
              <span>{oldest ? `最早的在${relativeTime(oldest)}` : '没有在等的'}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const PERIOD_WORDS: Readonly<Record<number, string>> = { 7: '7 天', 30: '30 天', 365: '一年' }

function Growth({ growth }: Pick<Figures, 'growth'>) {
  return (
    <section className={classes.part} aria-labelledby="growth-heading">
      <h2 id="growth-heading">增长</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">最近</th>
            <th scope="col">用户</th>
            <th scope="col">笔记</th>
            <th scope="col">评论</th>
          </tr>
        </thead>
        <tbody>
          {growth.map(({ days, users, posts, comments }) => (
            <tr key={days}>
              <th scope="row">{PERIOD_WORDS[days] ?? `${days} 天`}</th>
              <td>{number(users)}</td>
              <td>{number(posts)}</td>
              <td>{number(comments)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Active({ active: { days, week, week_before } }: Pick<Figures, 'active'>) {
  return (
    <section className={classes.part} aria-labelledby="active-heading">
      <h2 id="active-heading">活跃的人</h2>
      <p className={classes.facts}>
        最近 7 天 <b>{number(week)}</b> 人，再之前的 7 天 {number(week_before)} 人
      </p>
      <DayChart label="活跃的人" days={days.map(({ date, people }) => ({ date, value: people }))} />
    </section>
  )
}

const KIND_WORDS = { [REPORTED.post]: '笔记', [REPORTED.comment]: '评论', [REPORTED.user]: '用户' } as const

function MostReported() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminReported,
    queryFn: ({ signal }) => call(monitor.reported, { signal }),
  })
  return (
    <section className={classes.part} aria-labelledby="reported-heading">
      <h2 id="reported-heading">30 天里被举报最多的</h2>
      {error && <DashboardFailure error={error} onRetry={() => void refetch()} />}
      {data && data.targets.length === 0 && <p className={classes.facts}>没有举报</p>}
      {data && <ReportedLists {...data} />}
    </section>
  )
}

function ReportedLists({ targets, accounts }: OutputOf<typeof reported>) {
  return (
    <>
      <ol className={classes.most} aria-label="被举报最多的内容">
        {targets.map(({ id, target_type, name, count, state }) => (
          <li key={id}>
            <Link to={`${paths.admin('reports')}?id=${id}`}>
              {KIND_WORDS[target_type]} {name || '已经不存在了'}
            </Link>
            <span>
              {state === 'resolved' && '已处理 '}
              <b>{number(count)}</b>
            </span>
          </li>
        ))}
      </ol>
      {accounts.length > 0 && <h3>账号</h3>}
      <ol className={classes.most} aria-label="被举报最多的账号">
        {accounts.map(({ id, user_id, nickname, count }) => (
          <li key={id}>
            <Link to={paths.adminUser(id)}>
              {nickname}（{user_id}）
            </Link>
            <b>{number(count)}</b>
          </li>
        ))}
      </ol>
    </>
  )
}

function NewAddresses() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminNewAddresses,
    queryFn: ({ signal }) => call(monitor.addresses, { signal }),
  })
  return (
    <section className={classes.part} aria-labelledby="addresses-heading">
      <h2 id="addresses-heading">30 天里多个新账号共用的地址</h2>
      {error && <DashboardFailure error={error} onRetry={() => void refetch()} />}
      {data && data.addresses.length === 0 && <p className={classes.facts}>没有</p>}
      <ol className={classes.most} aria-label="共用的地址">
        {data?.addresses.map(({ address, accounts }) => (
          <li key={address}>
            <span>{address}</span>
            <span>
              <b>{number(accounts)}</b> 个账号
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

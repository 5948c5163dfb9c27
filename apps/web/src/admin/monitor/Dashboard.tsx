import type { dashboard } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { messageOf } from '#api/error.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import classes from './Dashboard.module.css'
import { DayChart } from './DayChart.tsx'
import { dayText } from './format.ts'

type Props = Pick<OutputOf<typeof dashboard>, 'days' | 'totals'>

const SERIES = [
  { name: 'users', label: '新用户', total: '用户' },
  { name: 'posts', label: '新笔记', total: '笔记' },
  { name: 'comments', label: '新评论', total: '评论' },
  { name: 'likes', label: '新点赞', total: '点赞' },
] as const

const format = (value: number) => value.toLocaleString('zh-CN')

export function Dashboard({ days, totals }: Props) {
  return (
    <>
      <ul className={classes.cards}>
        {SERIES.map(({ name, label, total }) => (
          <li key={name} className={classes.card}>
            <h3 className={classes.label}>
              {total}
              {name === 'posts' && <span className={classes.note}>另有 {format(totals.drafts)} 篇草稿</span>}
            </h3>
            <p className={classes.total}>{format(totals[name])}</p>
            <DayChart label={label} days={days.map((day) => ({ date: day.date, value: day[name] }))} />
          </li>
        ))}
      </ul>
      <DayTable days={days} />
    </>
  )
}

/** The values of the charts, for screen readers. */
function DayTable({ days }: Pick<Props, 'days'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>最近 {days.length} 天每天的新增</caption>
        <thead>
          <tr>
            <th scope="col">日期</th>
            {SERIES.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayText(day.date)}</th>
              {SERIES.map(({ name }) => (
                <td key={name}>{day[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function DashboardSkeleton() {
  return (
    <Skeleton>
      <div className={classes.cards}>
        {SERIES.map(({ name }) => (
          <div key={name} className={classes.card}>
            <SkeletonBlock width={48} height={18} />
            <SkeletonBlock width={96} height={28} />
            <SkeletonBlock height={118} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** Replaces the cards if they cannot be loaded; the rest of the page does not depend on them. */
export function DashboardFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <p>
        <b>获取数据失败</b>
        {messageOf(error, '稍后再试一次')}
      </p>
      <Button size="sm" variant="plain" onClick={onRetry}>
        重新加载
      </Button>
    </div>
  )
}

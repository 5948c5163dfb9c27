import type { dashboard } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { DayChart } from './chart/DayChart.tsx'
import { DayTable } from './chart/DayTable.tsx'
import classes from './Dashboard.module.css'

type Numbers = Pick<OutputOf<typeof dashboard>, 'days' | 'totals'>

const series = [
  { name: 'users', label: '新用户', all: '用户' },
  { name: 'posts', label: '新笔记', all: '笔记' },
  { name: 'comments', label: '新评论', all: '评论' },
  { name: 'likes', label: '新点赞', all: '点赞' },
] as const

const number = (value: number) => value.toLocaleString('zh-CN')

/** Totals of the site, and what each of the last days brought. */
export function Dashboard({ days, totals }: Numbers) {
  const notes: Readonly<Record<string, string>> = {
    posts: `另有 ${number(totals.drafts)} 篇草稿`,
  }
  return (
    <>
      <ul className={classes.cards}>
        {series.map(({ name, label, all }) => (
          <li key={name} className={classes.card}>
            <h3 className={classes.what}>
              {all}
              {notes[name] && <span className={classes.note}>{notes[name]}</span>}
            </h3>
            <p className={classes.total}>{number(totals[name])}</p>
            <DayChart label={label} days={days.map((day) => ({ date: day.date, value: day[name] }))} />
          </li>
        ))}
      </ul>
      <DayTable caption={`最近 ${days.length} 天每天的新增`} series={series} days={days} />
    </>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const twoDigits = (value: number) => String(value).padStart(2, '0')
const monthDay = (date: Date) => `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** 刚刚, N分钟前, N小时前, N天前 for `days` days, then the date. A time slightly ahead of this clock is 刚刚. */
export function relativeTime(time: string | number | Date, now = Date.now(), days = 7): string {
  const date = new Date(time)
  const age = now - date.getTime()
  if (Number.isNaN(age)) return '无效日期'
  if (age < MINUTE) return '刚刚'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}分钟前`
  if (age < DAY) return `${Math.floor(age / HOUR)}小时前`
  if (age < days * DAY) return `${Math.floor(age / DAY)}天前`
  return date.getFullYear() === new Date(now).getFullYear() ? monthDay(date) : dateText(date)
}

/** 刚刚, 等了 N 分钟, 等了 N 小时, 等了 N 天. */
export function waitedText(since: string, now = Date.now()): string {
  const age = now - Date.parse(since)
  if (!(age >= MINUTE)) return '刚刚'
  if (age < HOUR) return `等了 ${Math.floor(age / MINUTE)} 分钟`
  return age < DAY ? `等了 ${Math.floor(age / HOUR)} 小时` : `等了 ${Math.floor(age / DAY)} 天`
}

/** The local date, as 2025-09-20. */
export function dateText(time: string | number | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '无效日期' : `${date.getFullYear()}-${monthDay(date)}`
}

export function fullTime(time: string | number | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString('zh-CN', { dateStyle: 'long', timeStyle: 'short' })
}

export function RelativeTime({ time, days }: { time: string; days?: number }) {
  return (
    <time dateTime={time} title={fullTime(time)}>
      {relativeTime(time, Date.now(), days)}
    </time>
  )
}

/** How long ago something was, in words (spec section 8 «Time helper»). */
import { RELATIVE_DAYS } from './constants.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (value: number) => String(value).padStart(2, '0')

/**
 * 刚刚, N分钟前, N小时前, N天前, then the date: month and day, with the year when it is another one. `days` is how long
 * days are counted, 30 in the draft box. A time slightly ahead of this clock is 刚刚.
 */
export function relativeTime(
  time: string | number | Date,
  now = Date.now(),
  days: number = RELATIVE_DAYS.usual,
): string {
  const date = new Date(time)
  const age = now - date.getTime()
  if (Number.isNaN(age)) return '无效日期'
  if (age < MINUTE) return '刚刚'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}分钟前`
  if (age < DAY) return `${Math.floor(age / HOUR)}小时前`
  if (age < days * DAY) return `${Math.floor(age / DAY)}天前`
  return date.getFullYear() === new Date(now).getFullYear() ? monthDay(date) : dateText(date)
}

const monthDay = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The local day with its year, as 2025-09-20. */
export function dateText(time: string | number | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '无效日期' : `${date.getFullYear()}-${monthDay(date)}`
}

/** The full local date and time, for tooltips. */
export function fullTime(time: string | number | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString('zh-CN', { dateStyle: 'long', timeStyle: 'short' })
}

import type { Activity } from '@shiliu/contract/admin/monitor'
import { paths } from '#app/paths.ts'
import { relativeTime } from '#ui/text/RelativeTime.tsx'

/** An activity whose type may be newer than this page. */
export type ActivityItem = Omit<Activity, 'type'> & { type: string }

const LABELS: Readonly<Record<string, string>> = {
  user_register: '用户注册',
  post_publish: '发布笔记',
  comment_publish: '发表评论',
}

export const labelOf = ({ type }: ActivityItem): string => LABELS[type] ?? '未知活动'

/** Path of what the activity is about; null for an unknown type. */
export function pathOf({ type, user_id, target_id, record_id }: ActivityItem): string | null {
  if (type === 'user_register') return paths.user(user_id)
  if (type === 'post_publish') return paths.post(target_id)
  return type === 'comment_publish' ? paths.post(target_id, record_id) : null
}

const DAY_MS = 24 * 3600 * 1000

/** 刚刚, N分钟前, N小时前, N天前; from 7 days on the local date and time, with the year unless it is the current one. */
export function timeText(time: string, now: number): string {
  const date = new Date(time)
  if (!(now - date.getTime() >= 7 * DAY_MS)) return relativeTime(time, now)
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  return date.toLocaleString('zh-CN', {
    year,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size with its unit: 0 B, 812 KB, 1.4 GB; 1 KB is 1024 B. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const size = bytes / 1024 ** power
  return `${size < 100 && power > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${UNITS[power]}`
}

const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'UTC' })

/** 2026-09-01 → 9月1日周二, whatever the local time zone. */
export function dayText(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`))
}

export function shortDay(date: string): string {
  return date.slice(5).split('-').map(Number).join('/')
}

/** What the list of activities says of one (spec section 2 «Admin monitor»). */
import type { Activity } from '@shiliu/contract/admin/monitor'
import { paths } from '#app/paths.ts'
import { relativeTime } from '#ui/relative-time.ts'

/** As it comes: a later server may tell of what this page does not know yet. */
export type Told = Omit<Activity, 'type'> & { type: string }

const labels: Readonly<Record<string, string>> = {
  user_register: '用户注册',
  post_publish: '发布笔记',
  comment_publish: '发表评论',
}

export const labelOf = ({ type }: Told): string => labels[type] ?? '未知活动'

/** Where it can be seen; null where that is not known. */
export function addressOf({ type, user_id, target_id, record_id }: Told): string | null {
  if (type === 'user_register') return paths.user(user_id)
  if (type === 'post_publish') return paths.post(target_id)
  return type === 'comment_publish' ? paths.post(target_id, record_id) : null
}

const DAY_MS = 24 * 3600 * 1000

/** 刚刚, N分钟前, N小时前, N天前; from 7 days on the local date and time, with the year when it is another one. */
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

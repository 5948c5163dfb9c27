import { describe, expect, test } from 'vitest'
import { ApiError } from '#api/error.ts'
import { addressOf, labelOf, type Told, timeText } from './activity.ts'
import { byteText } from './byte-text.ts'
import { dayText, shortDay } from './chart/day-text.ts'
import { held, waiting } from './held-list.ts'
import { monitorFailure } from './use-monitor.ts'

const told: Told = {
  id: 'comment_9',
  type: 'comment_publish',
  user_id: 'xiao ming',
  nickname: '小明',
  avatar: '',
  title: '图书馆',
  content: '好看',
  description: '',
  target_id: 7,
  record_id: 9,
  created_at: '2026-09-01T04:00:00.000Z',
}

test('each kind leads to where it happened, under its name', () => {
  expect([addressOf(told), labelOf(told)]).toEqual(['/post?id=7&targetCommentId=9', '发表评论'])
  const post = { ...told, type: 'post_publish' }
  expect([addressOf(post), labelOf(post)]).toEqual(['/post?id=7', '发布笔记'])
  const user = { ...told, type: 'user_register' }
  expect([addressOf(user), labelOf(user)]).toEqual(['/user/xiao%20ming', '用户注册'])
  const other = { ...told, type: 'something' }
  expect([addressOf(other), labelOf(other)]).toEqual([null, '未知活动'])
})

test('times are relative for seven days, then a short date and time', () => {
  const now = new Date(2026, 8, 10, 12).getTime()
  const ago = (ms: number) => timeText(new Date(now - ms).toISOString(), now)
  expect(ago(59_000)).toBe('刚刚')
  expect(ago(60_000)).toBe('1分钟前')
  expect(ago(3600_000)).toBe('1小时前')
  expect(ago(24 * 3600_000)).toBe('1天前')
  expect(ago(7 * 24 * 3600_000 - 1)).toBe('6天前')
  expect(ago(7 * 24 * 3600_000)).toBe('09/03 12:00')
  expect(timeText(new Date(2025, 11, 31, 8, 5).toISOString(), now)).toBe('2025/12/31 08:05')
})

test('failures are told in the words of the spec', () => {
  expect(monitorFailure(new ApiError(0, '')).message).toBe('网络错误，请稍后重试')
  expect(monitorFailure(new ApiError(500, '服务器内部错误')).message).toBe('获取动态失败')
})

describe('what is new', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ id }))
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

  test('is shown at once where nobody reads, or nothing is there to read', () => {
    expect(ids(held(items('b', 'a'), items('c', 'b', 'a'), false))).toBe('cba')
    expect(ids(held(null, items('a'), true))).toBe('a')
    expect(ids(held([], items('a'), true))).toBe('a')
  })

  test('waits above what is read, of which only what is gone goes', () => {
    expect(ids(held(items('c', 'b', 'a'), items('e', 'd', 'c', 'a'), true))).toBe('ca')
    // Pushed out at the end by what is new: still there to be read.
    expect(ids(held(items('c', 'b', 'a'), items('d', 'c', 'b'), true))).toBe('cba')
    expect(waiting(items('c', 'a'), items('e', 'd', 'c', 'a'))).toBe(2)
    expect(waiting(items('c'), items('c'))).toBe(0)
    expect(waiting(items('a'), items('z', 'y'))).toBe(2)
  })
})

test('sizes are told as people say them', () => {
  expect([0, 1023, 1024, 1536, 812 * 1024, 1.44 * 1024 ** 3].map(byteText)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '812 KB',
    '1.4 GB',
  ])
})

test('days are those of the server, on every clock', () => {
  expect(dayText('2026-09-01')).toBe('9月1日周二')
  expect(shortDay('2026-09-01')).toBe('9/1')
})

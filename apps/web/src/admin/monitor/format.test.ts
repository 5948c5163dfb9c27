import { describe, expect, test } from 'vitest'
import { ApiError } from '#api/error.ts'
import { type ActivityItem, dayText, formatBytes, labelOf, pathOf, shortDay, timeText } from './format.ts'
import { activitiesError } from './use-monitor.ts'
import { countWaiting, mergeItems } from './use-stable-list.ts'

const comment: ActivityItem = {
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

test('each type has a label and a path', () => {
  expect([pathOf(comment), labelOf(comment)]).toEqual(['/post?id=7&targetCommentId=9', '发表评论'])
  const post = { ...comment, type: 'post_publish' }
  expect([pathOf(post), labelOf(post)]).toEqual(['/post?id=7', '发布笔记'])
  const user = { ...comment, type: 'user_register' }
  expect([pathOf(user), labelOf(user)]).toEqual(['/user/xiao%20ming', '用户注册'])
  const other = { ...comment, type: 'something' }
  expect([pathOf(other), labelOf(other)]).toEqual([null, '未知活动'])
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

test('an unreachable server and a server error have different messages', () => {
  expect(activitiesError(new ApiError(0, '')).message).toBe('网络错误，请稍后重试')
  expect(activitiesError(new ApiError(500, '服务器内部错误')).message).toBe('获取动态失败')
})

describe('new items', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ id }))
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

  test('are shown at once if nobody reads or the list is empty', () => {
    expect(ids(mergeItems(items('b', 'a'), items('c', 'b', 'a'), false))).toBe('cba')
    expect(ids(mergeItems(null, items('a'), true))).toBe('a')
    expect(ids(mergeItems([], items('a'), true))).toBe('a')
  })

  test('wait while somebody reads, and only deleted items disappear', () => {
    expect(ids(mergeItems(items('c', 'b', 'a'), items('e', 'd', 'c', 'a'), true))).toBe('ca')
    // Pushed out of the response by newer items, so it stays.
    expect(ids(mergeItems(items('c', 'b', 'a'), items('d', 'c', 'b'), true))).toBe('cba')
    expect(countWaiting(items('c', 'a'), items('e', 'd', 'c', 'a'))).toBe(2)
    expect(countWaiting(items('c'), items('c'))).toBe(0)
    expect(countWaiting(items('a'), items('z', 'y'))).toBe(2)
  })
})

test('sizes have a unit', () => {
  expect([0, 1023, 1024, 1536, 812 * 1024, 1.44 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '812 KB',
    '1.4 GB',
  ])
})

test('days do not depend on the local time zone', () => {
  expect(dayText('2026-09-01')).toBe('9月1日周二')
  expect(shortDay('2026-09-01')).toBe('9/1')
})

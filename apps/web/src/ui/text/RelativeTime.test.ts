import { expect, test } from 'vitest'
import { dateText, relativeTime, waitedText } from './RelativeTime.tsx'

const now = new Date(2025, 8, 20, 12, 0, 0).getTime()
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test.each([
  [-5 * second, '刚刚'],
  [59 * second, '刚刚'],
  [minute, '1分钟前'],
  [59 * minute, '59分钟前'],
  [hour, '1小时前'],
  [24 * hour - second, '23小时前'],
  [day, '1天前'],
  [7 * day - second, '6天前'],
  [7 * day, '09-13'],
  [365 * day, '2024-09-20'],
])('shows %i ms ago as %s', (age, text) => {
  expect(relativeTime(now - age, now)).toBe(text)
})

test.each([
  [-5 * second, '刚刚'],
  [59 * second, '刚刚'],
  [5 * minute, '等了 5 分钟'],
  [23 * hour, '等了 23 小时'],
  [40 * day, '等了 40 天'],
])('says how long something waited: %i ms as %s', (age, text) => {
  expect(waitedText(new Date(now - age).toISOString(), now)).toBe(text)
})

test('counts days for as long as asked', () => {
  expect(relativeTime(now - 29 * day, now, 30)).toBe('29天前')
  expect(relativeTime(now - 30 * day, now, 30)).toBe('08-21')
  expect(relativeTime(now - 365 * day, now, 30)).toBe('2024-09-20')
  expect(relativeTime(now - 5 * minute, now, 30)).toBe('5分钟前')
})

test('reads ISO text and names an invalid date', () => {
  expect(relativeTime(new Date(now - hour).toISOString(), now)).toBe('1小时前')
  expect(relativeTime('gestern', now)).toBe('无效日期')
})

test('writes a date in full', () => {
  expect(dateText(now)).toBe('2025-09-20')
  expect(dateText('gestern')).toBe('无效日期')
})

import { expect, test } from 'vitest'
import { viewCookie, viewedWithinHour } from './view-cookie.ts'

const now = 1_760_000_000_000
const hour = 3_600_000

test('finds a view less than an hour ago in the cookies', () => {
  expect(viewedWithinHour(7, `a=b; post_viewed_7=${now - hour + 1}`, now)).toBe(true)
  expect(viewedWithinHour(7, `post_viewed_7=${now - hour}`, now)).toBe(false)
})

test('ignores views of other notes and invalid values', () => {
  expect(viewedWithinHour(7, '', now)).toBe(false)
  expect(viewedWithinHour(7, `post_viewed_77=${now}`, now)).toBe(false)
  expect(viewedWithinHour(7, 'post_viewed_7=yes', now)).toBe(false)
})

test('sets a cookie for the whole site and one hour', () => {
  expect(viewCookie(7, now)).toBe(`post_viewed_7=${now}; path=/; max-age=3600; SameSite=Lax`)
})

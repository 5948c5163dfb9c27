import { expect, test } from 'vitest'
import { viewCookie, viewedWithinHour } from './view-once.ts'

const now = 1_760_000_000_000
const hour = 3_600_000

test('a view less than an hour ago is known by its cookie', () => {
  expect(viewedWithinHour(7, `a=b; post_viewed_7=${now - hour + 1}`, now)).toBe(true)
  expect(viewedWithinHour(7, `post_viewed_7=${now - hour}`, now)).toBe(false)
})

test('views of other notes and rubbish are none', () => {
  expect(viewedWithinHour(7, '', now)).toBe(false)
  expect(viewedWithinHour(7, `post_viewed_77=${now}`, now)).toBe(false)
  expect(viewedWithinHour(7, 'post_viewed_7=yes', now)).toBe(false)
})

test('the cookie is for the whole site and an hour', () => {
  expect(viewCookie(7, now)).toBe(`post_viewed_7=${now}; path=/; max-age=3600; SameSite=Lax`)
})

import { expect, test } from 'vitest'
import { tabOf, tabsFor } from './profile-tabs.ts'

test('shows liked notes on the own profile only', () => {
  expect(tabsFor(true).map(({ label }) => label)).toEqual(['笔记', '收藏', '点赞'])
  expect(tabsFor(false).map(({ label }) => label)).toEqual(['笔记', '收藏'])
  expect(tabOf('likes', true)).toBe('likes')
  expect(tabOf('likes', false)).toBe('posts')
})

test('an unknown tab name shows the notes', () => {
  expect(tabOf(null, true)).toBe('posts')
  expect(tabOf('drafts', true)).toBe('posts')
})

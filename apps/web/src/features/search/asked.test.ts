import { expect, test } from 'vitest'
import { askedOf, headingOf, tabOf } from './asked.ts'

test.each([
  ['all', 'all'],
  ['post', 'posts'],
  ['posts', 'posts'],
  ['user', 'users'],
  ['users', 'users'],
  ['video', null],
  ['constructor', null],
  [undefined, null],
])('the tab %s is %s', (name, tab) => {
  expect(tabOf(name)).toBe(tab)
})

test('words are trimmed; spaces alone ask for nothing', () => {
  expect(askedOf(new URLSearchParams('keyword=+晚霞++&tag=+'))).toEqual({ keyword: '晚霞', tag: '' })
  expect(askedOf(new URLSearchParams())).toEqual({ keyword: '', tag: '' })
})

test('the heading names what is searched for', () => {
  expect(headingOf({ keyword: '晚霞', tag: '摄影' })).toBe('「晚霞」的搜索结果')
  expect(headingOf({ keyword: '', tag: '摄影' })).toBe('#摄影')
  expect(headingOf({ keyword: '', tag: '' })).toBe('搜索')
})

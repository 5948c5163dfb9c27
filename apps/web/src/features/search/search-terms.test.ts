import { expect, test } from 'vitest'
import { parseTab, parseTerms, searchHeading } from './search-terms.ts'

test.each([
  ['all', 'all'],
  ['post', 'posts'],
  ['posts', 'posts'],
  ['user', 'users'],
  ['users', 'users'],
  ['video', null],
  ['constructor', null],
  [undefined, null],
])('reads the tab %s as %s', (segment, tab) => {
  expect(parseTab(segment)).toBe(tab)
})

test('trims the terms; spaces alone are no term', () => {
  expect(parseTerms(new URLSearchParams('keyword=+晚霞++&tag=+'))).toEqual({ keyword: '晚霞', tag: '' })
  expect(parseTerms(new URLSearchParams())).toEqual({ keyword: '', tag: '' })
})

test('the heading names what is searched for', () => {
  expect(searchHeading({ keyword: '晚霞', tag: '摄影' })).toBe('「晚霞」的搜索结果')
  expect(searchHeading({ keyword: '', tag: '摄影' })).toBe('#摄影')
  expect(searchHeading({ keyword: '', tag: '' })).toBe('搜索')
})

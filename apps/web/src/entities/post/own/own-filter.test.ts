import { expect, test } from 'vitest'
import { fallbackPage, isFiltered, readFilter, toQuery, withChange, writeFilter } from './own-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))
const all = { page: 1, keyword: '', category: null }

test('reads an empty or invalid query as the first page of all', () => {
  expect(read('')).toEqual(all)
  expect(read('page=0&category=x&keyword=%20')).toEqual(all)
  expect(writeFilter(all)).toEqual({})
  expect(toQuery(all)).toEqual({ page: 1, keyword: undefined, category: undefined })
})

test('reads back what was written to the address', () => {
  const filter = { page: 3, keyword: '食堂 二楼', category: 4 }
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
})

test('goes back to the first page when the filter changes', () => {
  const filter = { page: 3, keyword: '', category: 4 }
  expect(withChange(filter, { keyword: '食堂' })).toEqual({ page: 1, keyword: '食堂', category: 4 })
  expect(withChange(filter, { page: 2 })).toEqual({ page: 2, keyword: '', category: 4 })
})

test('does not count the page as a filter', () => {
  expect(isFiltered({ ...all, page: 2 })).toBe(false)
  expect(isFiltered({ ...all, category: 1 })).toBe(true)
})

test('falls back to an earlier page when a page is empty', () => {
  expect(fallbackPage(3, 3)).toBe(2)
  expect(fallbackPage(3, 2)).toBe(2)
  expect(fallbackPage(99, 2)).toBe(2)
  expect(fallbackPage(2, 0)).toBe(1)
  expect(fallbackPage(1, 0)).toBeNull()
})

import { expect, test } from 'vitest'
import { changed, narrows, pageInstead, readFilter, toQuery, writeFilter } from './own-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))
const all = { page: 1, keyword: '', category: null }

test('an address without words shows all, from the first page', () => {
  expect(read('')).toEqual(all)
  expect(read('page=0&category=x&keyword=%20')).toEqual(all)
  expect(writeFilter(all)).toEqual({})
  expect(toQuery(all)).toEqual({ page: 1, keyword: undefined, category: undefined })
})

test('what narrows is read from the address as it was written', () => {
  const filter = { page: 3, keyword: '食堂 二楼', category: 4 }
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
})

test('another choice of notes begins at its first page', () => {
  const filter = { page: 3, keyword: '', category: 4 }
  expect(changed(filter, { keyword: '食堂' })).toEqual({ page: 1, keyword: '食堂', category: 4 })
  expect(changed(filter, { page: 2 })).toEqual({ page: 2, keyword: '', category: 4 })
})

test('a page is no narrowing', () => {
  expect(narrows({ ...all, page: 2 })).toBe(false)
  expect(narrows({ ...all, category: 1 })).toBe(true)
})

test('a page whose last note is gone gives way to the one before', () => {
  expect(pageInstead(3, 3)).toBe(2)
  expect(pageInstead(3, 2)).toBe(2)
  expect(pageInstead(99, 2)).toBe(2)
  expect(pageInstead(2, 0)).toBe(1)
  expect(pageInstead(1, 0)).toBeNull()
})

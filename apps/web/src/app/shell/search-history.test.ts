import { expect, test } from 'vitest'
import { parseHistory, withKeyword } from './search-history.ts'

test('keeps five distinct keywords, newest first', () => {
  expect(withKeyword(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd'])
  expect(withKeyword(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
})

test('reads an unreadable history as empty', () => {
  expect(parseHistory(null)).toEqual([])
  expect(parseHistory('{oops')).toEqual([])
  expect(parseHistory('{"a":1}')).toEqual([])
  expect(parseHistory('["a",1,"b"]')).toEqual(['a', 'b'])
})

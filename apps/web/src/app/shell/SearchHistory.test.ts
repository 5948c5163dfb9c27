import { expect, test } from 'vitest'
import { parseHistory, withKeyword } from './search-history.ts'

test('five distinct keywords, newest first, a repeated one moves to the front', () => {
  expect(withKeyword(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd'])
  expect(withKeyword(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
})

test('stored rubbish is no history', () => {
  expect(parseHistory(null)).toEqual([])
  expect(parseHistory('{oops')).toEqual([])
  expect(parseHistory('{"a":1}')).toEqual([])
  expect(parseHistory('["a",1,"b"]')).toEqual(['a', 'b'])
})

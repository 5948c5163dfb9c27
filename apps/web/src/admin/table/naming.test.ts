import { expect, it } from 'vitest'
import { naming } from './naming.ts'

it('names what goes, the first five of many', () => {
  expect(naming(['学习'])).toBe('「学习」')
  expect(naming(['学习', '校园'])).toBe('「学习」「校园」')
  expect(naming(['a', 'b', 'c', 'd', 'e'])).toBe('「a」「b」「c」「d」「e」')
  expect(naming(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('「a」「b」「c」「d」「e」等 6 项')
})

import { expect, it } from 'vitest'
import { naming, shortName } from './naming.ts'

it('names what goes, the first five of many', () => {
  expect(naming(['学习'])).toBe('「学习」')
  expect(naming(['学习', '校园'])).toBe('「学习」「校园」')
  expect(naming(['a', 'b', 'c', 'd', 'e'])).toBe('「a」「b」「c」「d」「e」')
  expect(naming(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('「a」「b」「c」「d」「e」等 6 项')
})

it('calls a row by few words, in one line', () => {
  const named = (name: string) => shortName({ nameOf: () => name }, { id: 1 })
  expect(named('早安\n  小石榴')).toBe('早安 小石榴')
  expect(named('好'.repeat(30))).toBe(`${'好'.repeat(24)}…`)
})

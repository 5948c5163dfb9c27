import { expect, it, vi } from 'vitest'
import { createCache } from '../cache/cache.ts'
import { localBus } from '../events/bus.ts'
import { searchCache } from './search-cache.ts'
import { documentTokens, keywordPhrases } from './tokens.ts'

function setUp() {
  const bus = localBus()
  const shared = createCache(bus, { maxBytes: 1_000_000, clock: { now: () => 0 } })
  const cache = searchCache(bus, shared)
  const find = vi.fn(async () => ({ n: find.mock.calls.length }))
  const ask = async (keyword: string) => (await cache.get('notes', keywordPhrases(keyword), find)).result
  const changed = (...texts: string[]) =>
    bus.publish('search-changed', { kind: 'notes', documents: texts.map((text) => documentTokens([text])) })
  return { bus, shared, cache, find, ask, changed }
}

it('shares one query among concurrent requests and repeats it after a matching document changed', async () => {
  const { ask, changed, find } = setUp()
  await Promise.all([ask('学习'), ask('学习')])
  changed('复习', '习学')
  await ask('学习')
  expect(find).toHaveBeenCalledTimes(1)
  changed('复习', '一起学习')
  expect(await ask('学习')).toEqual({ n: 2 })
})

it('does not store a result, nor share it with later requests, when a document changed meanwhile', async () => {
  const { cache, changed } = setUp()
  const ask = async (found: Promise<{ ids: number[] }>) =>
    (await cache.get('notes', keywordPhrases('学习'), () => found)).result
  let answer = (_: { ids: number[] }) => {}
  const before = ask(new Promise((resolve) => (answer = resolve)))
  changed('学习')
  const after = ask(Promise.resolve({ ids: [1] }))
  answer({ ids: [] })
  expect(await before).toEqual({ ids: [] })
  expect(await after).toEqual({ ids: [1] })
  expect(await ask(Promise.resolve({ ids: [2] }))).toEqual({ ids: [1] })
})

it('does not cache failures, nor keep them in memory', async () => {
  const { ask, find, shared } = setUp()
  find.mockRejectedValueOnce(new Error('away'))
  await expect(ask('学习')).rejects.toThrow('away')
  expect(shared.bytes()).toBe(0)
  expect(await ask('学习')).toEqual({ n: 2 })
})

it('stores nothing while other processes are unreachable, and clears what it had', async () => {
  const { bus, ask, find } = setUp()
  await ask('学习')
  bus.publish('connection', { up: false })
  await ask('学习')
  await ask('学习')
  expect(find).toHaveBeenCalledTimes(3)
  bus.publish('connection', { up: true })
  await ask('学习')
  await ask('学习')
  expect(find).toHaveBeenCalledTimes(4)
})

it('counts a result as what it takes once it is there, so that the budget holds', async () => {
  const bus = localBus()
  const maxBytes = 1_000_000
  const shared = createCache(bus, { maxBytes, clock: { now: () => 0 } })
  const cache = searchCache(bus, shared)
  const keywords = Array.from({ length: 100 }, (_, i) => `${i}号`)
  const found = async () => ({ ids: new Float64Array(5000) })
  for (const keyword of keywords) await cache.get('notes', keywordPhrases(keyword), found)
  expect(shared.bytes()).toBeLessThanOrEqual(maxBytes)
  const again = vi.fn(found)
  for (const keyword of keywords.toReversed()) await cache.get('notes', keywordPhrases(keyword), again)
  // A megabyte has room for twenty-four times 5000 numbers.
  expect(again).toHaveBeenCalledTimes(76)
})

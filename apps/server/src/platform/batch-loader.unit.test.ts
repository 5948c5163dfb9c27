import { expect, it } from 'vitest'
import { batchLoader } from './batch-loader.ts'

const page = {}

/** A loader whose calls the test completes by hand. */
function setUp() {
  const calls: { scope: object; keys: number[]; end(): void; fail(error: Error): void }[] = []
  const load = batchLoader<object, number, string>(
    (scope, keys) =>
      new Promise((resolve, reject) => {
        calls.push({ scope, keys, end: () => resolve((key) => `${key} of ${keys.length}`), fail: reject })
      }),
  )
  return { calls, load }
}

it('runs the first lookup at once and batches those that arrive meanwhile', async () => {
  const { calls, load } = setUp()
  const first = load(page, 1)
  const others = [load(page, 2), load(page, 3), load(page, 2)]
  expect(calls.map(({ keys }) => keys)).toEqual([[1]])
  calls[0]?.end()
  expect(await first).toBe('1 of 1')
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2, 3]])
  calls[1]?.end()
  expect(await Promise.all(others)).toEqual(['2 of 2', '3 of 2', '2 of 2'])
})

it('never serves a lookup from a query that started before it', async () => {
  const { calls, load } = setUp()
  void load(page, 1)
  const again = load(page, 1)
  calls[0]?.end()
  await Promise.resolve()
  calls[1]?.end()
  expect(await again).toBe('1 of 1')
  void load(page, 1)
  expect(calls).toHaveLength(3)
})

it('keeps the lookups of different scopes apart', () => {
  const { calls, load } = setUp()
  void load(page, 1)
  void load({}, 2)
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]])
})

it('fails only the lookups of the failed batch', async () => {
  const { calls, load } = setUp()
  const first = load(page, 1)
  const second = load(page, 2)
  calls[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  calls[1]?.end()
  expect(await second).toBe('2 of 1')
})

it('looks up fifty keys at most at a time', async () => {
  const { calls, load } = setUp()
  void load(page, 0)
  const crowd = Array.from({ length: 60 }, (_, index) => load(page, index + 1))
  for (let call = 0; call < 3; call++) {
    calls[call]?.end()
    await new Promise(setImmediate)
  }
  expect(calls.map(({ keys }) => keys.length)).toEqual([1, 50, 10])
  expect(await crowd[59]).toBe('60 of 10')
})

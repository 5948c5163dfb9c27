import { expect, it } from 'vitest'
import { together } from './together.ts'

const page = {}

/** Loads that end when they are told to. */
function setUp() {
  const calls: { about: object; all: number[]; end(): void; fail(error: Error): void }[] = []
  const ask = together<object, number, string>(
    (about, all) =>
      new Promise((resolve, reject) => {
        calls.push({ about, all, end: () => resolve((one) => `${one} of ${all.length}`), fail: reject })
      }),
  )
  return { calls, ask }
}

it('asks at once for the first, and together for all who come meanwhile', async () => {
  const { calls, ask } = setUp()
  const first = ask(page, 1)
  const others = [ask(page, 2), ask(page, 3), ask(page, 2)]
  expect(calls.map(({ all }) => all)).toEqual([[1]])
  calls[0]?.end()
  expect(await first).toBe('1 of 1')
  expect(calls.map(({ all }) => all)).toEqual([[1], [2, 3]])
  calls[1]?.end()
  expect(await Promise.all(others)).toEqual(['2 of 2', '3 of 2', '2 of 2'])
})

it('answers nobody by what was asked for before they came', async () => {
  const { calls, ask } = setUp()
  void ask(page, 1)
  const again = ask(page, 1)
  calls[0]?.end()
  await Promise.resolve()
  calls[1]?.end()
  expect(await again).toBe('1 of 1')
  void ask(page, 1)
  expect(calls).toHaveLength(3)
})

it('keeps apart what is asked about different things', () => {
  const { calls, ask } = setUp()
  void ask(page, 1)
  void ask({}, 2)
  expect(calls.map(({ all }) => all)).toEqual([[1], [2]])
})

it('fails those who asked together only, and serves who comes after them', async () => {
  const { calls, ask } = setUp()
  const first = ask(page, 1)
  const second = ask(page, 2)
  calls[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  calls[1]?.end()
  expect(await second).toBe('2 of 1')
})

it('asks for fifty at most', async () => {
  const { calls, ask } = setUp()
  void ask(page, 0)
  const crowd = Array.from({ length: 60 }, (_, index) => ask(page, index + 1))
  for (let call = 0; call < 3; call++) {
    calls[call]?.end()
    await new Promise(setImmediate)
  }
  expect(calls.map(({ all }) => all.length)).toEqual([1, 50, 10])
  expect(await crowd[59]).toBe('60 of 10')
})

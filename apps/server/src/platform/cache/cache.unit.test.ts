import { expect, it } from 'vitest'
import { z } from 'zod'
import { localBus } from '../events/bus.ts'
import { type Cache, createCache } from './cache.ts'
import { defineLists } from './lists.ts'
import { defineRecords } from './records.ts'

function setUp({ maxBytes = 1_000_000 } = {}) {
  let now = 1000
  const bus = localBus()
  const cache = createCache(bus, { maxBytes, clock: { now: () => now } })
  const ctx = { db: null as never, engine: 'sqlite' as const, cache }
  return { bus, cache, ctx, advance: (ms: number) => (now += ms) }
}

type Ctx = ReturnType<typeof setUp>['ctx']

/** Notes whose rows the test holds; `before` runs while they are being loaded. */
function notes(rows: Map<number, { title: string; author: number }>, before: () => void = () => {}) {
  const loaded: number[][] = []
  const records = defineRecords<Ctx, { title: string; liked: boolean }>({
    name: 'note',
    schema: z.object({ title: z.string(), liked: z.boolean() }),
    placeholder: '"liked":false',
    async load(_, ids) {
      loaded.push(ids)
      const found = ids.flatMap((id) => {
        const row = rows.get(id)
        const tags = [`note:${id}`, `user:${row?.author}`]
        return row ? [[id, { data: { title: row.title, liked: false }, tags }] as const] : []
      })
      before()
      return new Map(found)
    },
  })
  const titles = async (ctx: Ctx, ids: number[]) =>
    [...(await records.get(ctx, ids)).values()].map(({ value }) => value.data.title).toSorted()
  return { records, titles, loaded }
}

const set = (cache: Cache, key: string) => cache.set(key, key, { tags: [], bytes: 100 })

it('loads a record once, until one of its tags is invalidated in any process', async () => {
  const { ctx, bus } = setUp()
  const rows = new Map([1, 2].map((id) => [id, { title: `note ${id}`, author: 7 }]))
  const { titles, loaded } = notes(rows)
  expect(await titles(ctx, [1, 2, 3])).toEqual(['note 1', 'note 2'])
  rows.set(1, { title: 'changed', author: 7 })
  expect(await titles(ctx, [1, 2])).toEqual(['note 1', 'note 2'])
  bus.publish('invalidated', { tags: ['note:1'] })
  expect(await titles(ctx, [1, 2])).toEqual(['changed', 'note 2'])
  bus.publish('invalidated', { tags: ['user:7'] })
  await titles(ctx, [1, 2])
  expect(loaded).toEqual([[1, 2, 3], [1], [1, 2]])
})

it('does not store a record that changed while it was loaded', async () => {
  const { ctx, cache } = setUp()
  const rows = new Map([[1, { title: 'old', author: 7 }]])
  const { titles, records } = notes(rows, () => rows.get(1)?.title === 'old' && cache.invalidate(['user:7']))
  const [read] = (await records.get(ctx, [1])).values()
  expect(read && cache.isCurrent([read.life])).toBe(false)
  rows.set(1, { title: 'new', author: 7 })
  expect(await titles(ctx, [1])).toEqual(['new'])
})

it('does not store a record that was replaced while it was loaded', async () => {
  const { ctx } = setUp()
  const rows = new Map([[1, { title: 'old', author: 7 }]])
  const { titles, records } = notes(rows, () => records.replace(ctx, 1, (note) => ({ ...note, title: 'new' })))
  await titles(ctx, [1])
  rows.set(1, { title: 'new', author: 7 })
  expect(await titles(ctx, [1])).toEqual(['new'])
})

it('keeps no memory of other buffers alive', async () => {
  const { ctx } = setUp()
  const { records } = notes(new Map([[1, { title: 'short', author: 7 }]]))
  const json = (await records.get(ctx, [1])).get(1)?.value.json
  expect(json?.before.buffer.byteLength).toBe('{"title":"short","liked":false}'.length)
})

it('replaces a record, which makes pages with the old one stale', async () => {
  const { ctx, cache } = setUp()
  const { records, loaded } = notes(new Map([[1, { title: 'old', author: 7 }]]))
  const [old] = (await records.get(ctx, [1])).values()
  records.replace(ctx, 1, (note) => ({ ...note, title: 'new' }))
  expect(old && cache.isCurrent([old.life])).toBe(false)
  const [now] = (await records.get(ctx, [1])).values()
  expect(now?.value.json.before.toString()).toBe('{"title":"new",')
  expect(loaded).toHaveLength(1)
})

it('sees its own writes in a transaction, and stores nothing from there', async () => {
  const { ctx } = setUp()
  const rows = new Map([[1, { title: 'committed', author: 7 }]])
  const { titles } = notes(rows)
  await titles(ctx, [1])
  rows.set(1, { title: 'uncommitted', author: 7 })
  expect(await titles({ ...ctx, pending: [] } as Ctx, [1])).toEqual(['uncommitted'])
  expect(await titles(ctx, [1])).toEqual(['committed'])
})

it('shares one query of a list, not with who asks after a change', async () => {
  const { ctx, cache } = setUp()
  let answer = (_: number[]) => {}
  let asked = 0
  const lists = defineLists<Ctx, string, number[]>({
    name: 'channel',
    tags: (channel) => [channel],
    bytes: 10,
    load() {
      asked++
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  const [one, two] = [lists.get(ctx, 'a'), lists.get(ctx, 'a')]
  const answerFirst = answer
  cache.invalidate(['a'])
  const three = lists.get(ctx, 'a')
  answer([2])
  answerFirst([1])
  expect([(await one).result, (await two).result, (await three).result]).toEqual([[1], [1], [2]])
  expect(cache.isCurrent([(await one).entry.life])).toBe(false)
  expect((await lists.get(ctx, 'a')).result).toEqual([2])
  expect(asked).toBe(2)
})

it('forgets after a minute, and the least recently used beyond its budget', () => {
  const { cache, advance } = setUp({ maxBytes: 1000 })
  const [first, second] = [set(cache, 'first'), set(cache, 'second')]
  cache.get('first')
  set(cache, 'third')
  expect(cache.isCurrent([first.life])).toBe(true)
  expect(cache.isCurrent([second.life])).toBe(false)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
  advance(60_000)
  expect(cache.get('first')).toBeUndefined()
})

it('stores nothing while other processes cannot be heard, and drops what it had', () => {
  const { bus, cache } = setUp()
  const before = set(cache, 'a')
  bus.publish('connection', { up: false })
  expect(cache.isCurrent([before.life, set(cache, 'b').life])).toBe(false)
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
  bus.publish('connection', { up: true })
  expect(cache.isCurrent([set(cache, 'b').life])).toBe(true)
})

it('corrects the size of an entry, which stays current', () => {
  const { cache } = setUp({ maxBytes: 5000 })
  const [one, two] = [set(cache, 'one'), set(cache, 'two')]
  const before = cache.bytes()
  cache.resize('two', two, 3000)
  expect(cache.bytes()).toBe(before + 2900)
  expect(cache.isCurrent([one.life, two.life])).toBe(true)
  // Too large beside the other one, then too large at all.
  cache.resize('two', two, 4500)
  expect([cache.isCurrent([one.life]), cache.isCurrent([two.life])]).toEqual([false, true])
  cache.resize('two', two, 9000)
  expect([cache.isCurrent([two.life]), cache.get('two'), cache.bytes()]).toEqual([false, undefined, 0])
  cache.resize('two', two, 10)
  expect(cache.bytes()).toBe(0)
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { bytesOf } from './bytes-of.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Heap and buffers of `count` values, each. */
function measured(make: (i: number) => object, count = 2000): number {
  const kept: object[] = new Array(count)
  collect()
  const before = process.memoryUsage()
  for (let i = 0; i < count; i++) kept[i] = make(i)
  collect()
  const after = process.memoryUsage()
  expect(kept).toHaveLength(count)
  return (after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers) / count
}

const texts = (i: number, size: number) => Array.from({ length: size }, (_, n) => `标题${i}的第${n}个，不很短也不很长`)

it.each([
  ['ranked matches', (i: number) => ({ ids: new Float64Array(500).fill(i), relevance: new Int8Array(500) })],
  ['a few matches', (i: number) => ({ ids: new Float64Array(5).fill(i), total: i })],
  ['titles', (i: number) => texts(i, 8)],
  [
    'users',
    (i: number) => ({ matches: Array.from({ length: 100 }, (_, n) => ({ id: i + n, fans_count: n })), total: 100 }),
  ],
  ['tags', (i: number) => texts(i, 10).map((label) => ({ id: label, label, count: i }))],
  ['a Latin text', (i: number) => ({ key: 'search '.repeat(50) + i })],
])('counts %s as what they take', (_, make) => {
  const actual = measured(make)
  const counted = bytesOf(make(1))
  expect(counted / actual).toBeGreaterThan(0.7)
  expect(counted / actual).toBeLessThan(1.8)
})

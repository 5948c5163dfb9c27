/** Prints how `bytesOf` compares with real memory. A process of its own: in others' heaps their garbage counts, too. */
import { bytesOf } from '#platform/cache/bytes-of.ts'

const COUNT = 2000
const ROUNDS = 5

const texts = (i: number, size: number) => Array.from({ length: size }, (_, n) => `标题${i}的第${n}个，不很短也不很长`)

const KINDS: Record<string, (i: number) => object> = {
  'ranked matches': (i) => ({ ids: new Float64Array(500).fill(i), relevance: new Int8Array(500) }),
  'a few matches': (i) => ({ ids: new Float64Array(5).fill(i), total: i }),
  titles: (i) => texts(i, 8),
  users: (i) => ({ matches: Array.from({ length: 100 }, (_, n) => ({ id: i + n, fans_count: n })), total: 100 }),
  tags: (i) => texts(i, 10).map((label) => ({ id: label, label, count: i })),
  'a Latin text': (i) => ({ key: 'search '.repeat(50) + i }),
}

/** Heap and buffers. The second collection waits for the buffers that the first frees beside. */
function used(): number {
  for (let i = 0; i < 2; i++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What one of many takes. */
function measured(make: (i: number) => object): number {
  const before = used()
  const kept = Array.from({ length: COUNT }, (_, i) => make(i))
  const after = used()
  // Also keeps them until here.
  return (after - before) / kept.length
}

/** Of several rounds: the first also compile code. */
function median(make: (i: number) => object): number {
  const rounds = Array.from({ length: ROUNDS }, () => measured(make)).toSorted((a, b) => a - b)
  return rounds[Math.floor(ROUNDS / 2)] ?? 0
}

const compared = Object.entries(KINDS).map(([kind, make]) => [kind, bytesOf(make(1)) / median(make)])
process.stdout.write(JSON.stringify(Object.fromEntries(compared)))

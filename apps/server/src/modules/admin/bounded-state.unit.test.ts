import { expect, it } from 'vitest'
import { boundedStates, LINE_MAX } from './bounded-state.ts'

const sizeOf = (states: readonly (string | null)[]) => states.reduce((sum, text) => sum + (text?.length ?? 0), 0)

it('keeps what fits as it is', () => {
  const before = { title: '题', pictures: ['a', 'b'], count: 3 }
  expect(boundedStates(before, null)).toEqual([JSON.stringify(before), null])
})

it('cuts long texts in words, and keeps them different where they differ', () => {
  const text = '好'.repeat(20_000)
  const [before, after] = boundedStates({ id: 1, content: text }, { id: 1, content: `${text}！` })
  expect(sizeOf([before, after])).toBeLessThanOrEqual(LINE_MAX)
  const [old, current] = [before, after].map((state) => JSON.parse(state ?? '').content as string)
  expect(old).toMatch(/^好{4000}…（共 20000 字，摘要 [0-9a-f]{8}）$/)
  expect(current).toContain('共 20001 字')
  expect(JSON.parse(before ?? '').id).toBe(1)
})

it('gives a large state the room that a small one leaves', () => {
  const [before, after] = boundedStates({ content: 'x'.repeat(15_000) }, { reason: '广告' })
  expect(before).toHaveLength(15_014)
  expect(after).toBe('{"reason":"广告"}')
})

it('cuts long lists, and at last leaves fields out', () => {
  const pictures = Array.from({ length: 5000 }, (_, i) => `/uploads/${i}.webp`)
  const [list] = boundedStates({ pictures }, null)
  expect(JSON.parse(list ?? '').pictures.at(-1)).toBe('…（共 5000 项）')
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field${i}`, 'x'.repeat(50)]))
  const [fields] = boundedStates(wide, null)
  expect(fields?.length).toBeLessThanOrEqual(LINE_MAX)
  expect(JSON.parse(fields ?? '')).toMatchObject({ field0: 'x'.repeat(50), omitted: '其余内容太长，没有记下' })
})

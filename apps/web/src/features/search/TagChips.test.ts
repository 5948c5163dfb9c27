import { expect, test } from 'vitest'
import { toChips } from './TagChips.tsx'

const tagStats = [
  { id: '摄影', label: '摄影', count: 3 },
  { id: '校园日常', label: '校园日常', count: 1 },
]

test('makes a chip of each tag, and of a selected tag that is not among them', () => {
  const chips = [
    { tag: '摄影', count: 3 },
    { tag: '校园日常', count: 1 },
  ]
  expect(toChips(tagStats, '')).toEqual(chips)
  expect(toChips(tagStats, '摄影')).toEqual(chips)
  expect(toChips(tagStats, '夜跑')).toEqual([{ tag: '夜跑', count: null }, ...chips])
  expect(toChips([], '')).toEqual([])
})

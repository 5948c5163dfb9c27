import { expect, it } from 'vitest'
import { doneOf, leadOf, obstacleOf } from './removal-words.ts'

it('names the one that goes, and counts several', () => {
  expect(leadOf('标签', ['猫'])).toBe('标签「猫」将被删除，删除后不能恢复。')
  expect(leadOf('标签', ['猫', '狗'])).toBe('这 2 项将被删除，删除后不能恢复。')
})

it('says what stands in the way', () => {
  expect(obstacleOf('分类「校园」', [{ noun: '草稿', count: 1, fate: 'kept' }])).toBeNull()
  expect(obstacleOf('分类「校园」', [{ noun: '已发布的笔记', count: 2, fate: 'blocks' }])).toBe(
    '分类「校园」还有已发布的笔记 2，先处理它们才能删除。',
  )
})

it('tells of those that were gone before', () => {
  expect(doneOf(3, 0)).toBe('已删除 3 项')
  expect(doneOf(2, 1)).toBe('已删除 2 项，另有 1 项之前就不在了')
})

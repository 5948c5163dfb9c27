import { expect, test } from 'vitest'
import { addInterest } from './interests.ts'

test('adds an interest with its whitespace cleaned up', () => {
  expect(addInterest(['摄影'], '  爬   山 ')).toEqual({ interests: ['摄影', '爬 山'], rest: '', message: null })
})

test('skips empty and duplicate interests', () => {
  expect(addInterest(['摄影'], '  ')).toEqual({ interests: ['摄影'], rest: '', message: null })
  expect(addInterest(['Ｊａｚｚ'], 'jazz').interests).toEqual(['Ｊａｚｚ'])
})

test('rejects more than eight characters, counting an emoji as one', () => {
  expect(addInterest([], '一二三四五六七🎸').interests).toHaveLength(1)
  expect(addInterest([], '一二三四五六七八九')).toEqual({
    interests: [],
    rest: '一二三四五六七八九',
    message: '每个兴趣不能超过8个字',
  })
})

test('rejects a sixth interest', () => {
  const five = ['一', '二', '三', '四', '五']
  expect(addInterest(five, '六')).toEqual({ interests: five, rest: '六', message: '最多只能添加5个兴趣' })
})

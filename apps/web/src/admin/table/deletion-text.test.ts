import { expect, it } from 'vitest'
import { namesText, obstacleText, questionText, resultText, shortName } from './deletion-text.ts'

it('lists up to five names', () => {
  expect(namesText(['学习'])).toBe('「学习」')
  expect(namesText(['学习', '校园'])).toBe('「学习」「校园」')
  expect(namesText(['a', 'b', 'c', 'd', 'e'])).toBe('「a」「b」「c」「d」「e」')
  expect(namesText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('「a」「b」「c」「d」「e」等 6 项')
})

it('shortens the name of a row to one line', () => {
  const named = (name: string) => shortName({ nameOf: () => name }, { id: 1 })
  expect(named('早安\n  小石榴')).toBe('早安 小石榴')
  expect(named('好'.repeat(30))).toBe(`${'好'.repeat(24)}…`)
})

it('names a single record and counts several', () => {
  expect(questionText('会话', ['猫'])).toBe('会话「猫」将被删除，删除后不能恢复。')
  expect(questionText('会话', ['猫', '狗'])).toBe('这 2 项将被删除，删除后不能恢复。')
  expect(questionText('标签', ['猫', '狗'])).toBe('这 2 项将被删除，会在回收站保留 30 天。')
  expect(questionText('笔记', ['晚霞'])).toBe('笔记「晚霞」将被删除，会在回收站保留 30 天。')
  expect(questionText('评论', ['好看', '真好'])).toBe('这 2 项将被删除，会在回收站保留 30 天。')
})

it('says what prevents a deletion', () => {
  expect(obstacleText('分类「校园」', [{ noun: '草稿', count: 1, fate: 'kept' }])).toBeNull()
  expect(obstacleText('分类「校园」', [{ noun: '已发布的笔记', count: 2, fate: 'blocks' }])).toBe(
    '分类「校园」还有已发布的笔记 2，先处理它们才能删除。',
  )
})

it('counts records that were already gone', () => {
  expect(resultText(3, 0)).toBe('已删除 3 项')
  expect(resultText(2, 1)).toBe('已删除 2 项，另有 1 项之前就不在了')
})

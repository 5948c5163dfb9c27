import { expect, test } from 'vitest'
import { mergeCandidates, toMention } from './candidates.ts'

const person = (id: number, nickname: string, user_id = `user_${id}`) => ({ id, nickname, user_id, avatar: '' })
const [me, ming, hong, gang] = [person(1, '我'), person(2, '小明'), person(3, '小红', 'XiaoHong'), person(4, '小刚')]

test('lists followed people first, each once, without the viewer', () => {
  expect(mergeCandidates([hong, ming], [gang, me, ming], '', 1)).toEqual([hong, ming, gang])
})

test('filters followed people by nickname or id, ignoring case', () => {
  expect(mergeCandidates([hong, ming], [], '明', 1)).toEqual([ming])
  expect(mergeCandidates([hong, ming], [], ' xiaoh', 1)).toEqual([hong])
  // Search results are not filtered again: the server matches more names than these two.
  expect(mergeCandidates([hong, ming], [gang], '阿强', 1)).toEqual([gang])
})

test('removes from a name what the mention markup cannot hold', () => {
  expect(toMention(person(5, '[我:最<棒>]'))).toEqual({ userId: 'user_5', nickname: '我最棒' })
  expect(toMention(person(6, '<>:'))).toEqual({ userId: 'user_6', nickname: 'user_6' })
})

import { expect, test } from 'vitest'
import { candidates, mentionedOf } from './candidates.ts'

const person = (id: number, nickname: string, user_id = `user_${id}`) => ({ id, nickname, user_id, avatar: '' })
const [me, ming, hong, gang] = [person(1, '我'), person(2, '小明'), person(3, '小红', 'XiaoHong'), person(4, '小刚')]

test('those one follows come first, each once, oneself never', () => {
  expect(candidates([hong, ming], [gang, me, ming], '', 1)).toEqual([hong, ming, gang])
})

test('of those one follows, who is named by nickname or id in any case', () => {
  expect(candidates([hong, ming], [], '明', 1)).toEqual([ming])
  expect(candidates([hong, ming], [], ' xiaoh', 1)).toEqual([hong])
  // What was found elsewhere is not judged again: the server knows more names than these.
  expect(candidates([hong, ming], [gang], '阿强', 1)).toEqual([gang])
})

test('a name is kept to what the markup can hold', () => {
  expect(mentionedOf(person(5, '[我:最<棒>]'))).toEqual({ userId: 'user_5', nickname: '我最棒' })
  expect(mentionedOf(person(6, '<>:'))).toEqual({ userId: 'user_6', nickname: 'user_6' })
})

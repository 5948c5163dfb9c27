import { expect, test } from 'vitest'
import { editErrors, isIncomplete } from './edit-rules.ts'

const whole = { title: '图书馆三楼', content: '靠窗的位子', tags: [], categoryId: 1 }

test('a note keeps its title, text and category', () => {
  expect(editErrors(whole, 1, true)).toEqual({})
  const bare = { title: ' ', content: '<br>', tags: [], categoryId: null }
  expect(Object.keys(editErrors(bare, 1, true))).toEqual(['title', 'content', 'category'])
  expect(isIncomplete(bare)).toBe(true)
})

test('what is there but too long is not missing', () => {
  const long = { ...whole, title: '字'.repeat(101) }
  expect(editErrors(long, 1, true)).toEqual({ title: '标题不能超过100个字' })
  expect(isIncomplete(long)).toBe(false)
})

test('the last picture stays, but a note that never had one needs none', () => {
  expect(editErrors(whole, 0, true)).toEqual({ images: '请至少上传一张图片' })
  expect(editErrors(whole, 0, false)).toEqual({})
})

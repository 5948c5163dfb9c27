import { expect, test } from 'vitest'
import { editErrors, isIncomplete } from './EditForm.tsx'

const complete = { title: '图书馆三楼', content: '靠窗的位子', tags: [], categoryId: 1 }

test('requires title, text and category', () => {
  expect(editErrors(complete, 1, true)).toEqual({})
  const empty = { title: ' ', content: '<br>', tags: [], categoryId: null }
  expect(Object.keys(editErrors(empty, 1, true))).toEqual(['title', 'content', 'category'])
  expect(isIncomplete(empty)).toBe(true)
})

test('a title that nobody would see is missing', () => {
  expect(isIncomplete({ ...complete, title: '\u3164\u200b' })).toBe(true)
})

test('a field that is too long is not missing', () => {
  const long = { ...complete, title: '字'.repeat(101) }
  expect(editErrors(long, 1, true)).toEqual({ title: '标题不能超过100个字' })
  expect(isIncomplete(long)).toBe(false)
})

test('requires a picture unless the note never had one', () => {
  expect(editErrors(complete, 0, true)).toEqual({ images: '请至少上传一张图片' })
  expect(editErrors(complete, 0, false)).toEqual({})
})

import { expect, test } from 'vitest'
import { draftErrors, EMPTY_NOTE, fieldOfError, noteErrors, toInput } from './note-form.ts'

const complete = { title: '图书馆三楼', content: '靠窗的位子', tags: ['学习'], categoryId: 1 }

test('requires a picture, title, content and category to publish', () => {
  expect(noteErrors(complete, 1)).toEqual({})
  expect(noteErrors({ ...EMPTY_NOTE, title: '  ', content: ' <br> ' }, 0)).toEqual({
    images: '请至少上传一张图片',
    title: '请输入标题',
    content: '请输入正文',
    category: '请选择分类',
  })
})

test('requires only a picture for a draft', () => {
  expect(draftErrors(EMPTY_NOTE, 1)).toEqual({})
  expect(draftErrors(EMPTY_NOTE, 0)).toEqual({ images: '请至少上传一张图片' })
})

test('limits title and content in characters', () => {
  expect(draftErrors({ ...complete, title: '😀'.repeat(100), content: '字'.repeat(2000) }, 1)).toEqual({})
  expect(draftErrors({ ...complete, title: '字'.repeat(101), content: '字'.repeat(2001) }, 1)).toEqual({
    title: '标题不能超过100个字',
    content: '正文不能超过2000个字',
  })
})

test('sends the content as stored, but counts mentions as displayed', () => {
  const content = '第一行<br>&lt;b&gt;第二行&lt;/b&gt; [@小明:xiaoming]'
  expect(toInput({ ...complete, content }, ['/a'], false).content).toBe(content)
  const mention = '[@小明:xiaoming]'
  expect(draftErrors({ ...complete, content: `${'字'.repeat(1997)}${mention}` }, 1)).toEqual({})
  expect(draftErrors({ ...complete, content: `${'字'.repeat(1998)}${mention}` }, 1)).toHaveProperty('content')
  expect(noteErrors({ ...complete, content: '<br> <br>' }, 1)).toEqual({ content: '请输入正文' })
})

test('maps field names and error codes of the server to fields', () => {
  expect(fieldOfError('category_id')).toBe('category')
  expect(fieldOfError('images.2')).toBe('images')
  expect(fieldOfError('is_draft')).toBeNull()
  expect(fieldOfError(undefined)).toBeNull()
  expect(fieldOfError(undefined, 'image_foreign')).toBe('images')
  expect(fieldOfError(undefined, 'category_not_found')).toBe('category')
})

import { expect, test } from 'vitest'
import { draftErrors, EMPTY_NOTE, fieldOf, noteErrors, toInput } from './note.ts'

const whole = { title: '图书馆三楼', content: '靠窗的位子', tags: ['学习'], categoryId: 1 }

test('a note wants a picture, a title, a text and a category', () => {
  expect(noteErrors(whole, 1)).toEqual({})
  expect(noteErrors({ ...EMPTY_NOTE, title: '  ', content: ' <br> ' }, 0)).toEqual({
    images: '请至少上传一张图片',
    title: '请输入标题',
    content: '请输入正文',
    category: '请选择分类',
  })
})

test('a draft wants a picture only', () => {
  expect(draftErrors(EMPTY_NOTE, 1)).toEqual({})
  expect(draftErrors(EMPTY_NOTE, 0)).toEqual({ images: '请至少上传一张图片' })
})

test('both must fit, counted in characters', () => {
  expect(draftErrors({ ...whole, title: '😀'.repeat(100), content: '字'.repeat(2000) }, 1)).toEqual({})
  expect(draftErrors({ ...whole, title: '字'.repeat(101), content: '字'.repeat(2001) }, 1)).toEqual({
    title: '标题不能超过100个字',
    content: '正文不能超过2000个字',
  })
})

test('the text is sent as it is written, lengths are what a person reads', () => {
  const content = '第一行<br>&lt;b&gt;第二行&lt;/b&gt; [@小明:xiaoming]'
  expect(toInput({ ...whole, content }, ['/a'], false).content).toBe(content)
  const mention = '[@小明:xiaoming]'
  expect(draftErrors({ ...whole, content: `${'字'.repeat(1997)}${mention}` }, 1)).toEqual({})
  expect(draftErrors({ ...whole, content: `${'字'.repeat(1998)}${mention}` }, 1)).toHaveProperty('content')
  expect(noteErrors({ ...whole, content: '<br> <br>' }, 1)).toEqual({ content: '请输入正文' })
})

test('the server names fields in its own words', () => {
  expect(fieldOf('category_id')).toBe('category')
  expect(fieldOf('images.2')).toBe('images')
  expect(fieldOf('is_draft')).toBeNull()
  expect(fieldOf(undefined)).toBeNull()
  expect(fieldOf(undefined, 'image_foreign')).toBe('images')
  expect(fieldOf(undefined, 'category_not_found')).toBe('category')
})

import { fromPlainText } from '@shiliu/contract/rich-text'
import { expect, test } from 'vitest'
import { draftErrors, EMPTY_NOTE, fieldOf, noteErrors, toInput, toTyped } from './note.ts'

const whole = { title: '图书馆三楼', content: '靠窗的位子', tags: ['学习'], categoryId: 1 }

test('a note wants a picture, a title, a text and a category', () => {
  expect(noteErrors(whole, 1)).toEqual({})
  expect(noteErrors({ ...EMPTY_NOTE, title: '  ', content: ' \n ' }, 0)).toEqual({
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

test('the text is sent in the stored form: markup typed by hand stays text', () => {
  const { content } = toInput({ ...whole, content: '第一行\n<b>第二行</b>' }, ['/a'], false)
  expect(content).toBe('第一行<br>&lt;b&gt;第二行&lt;/b&gt;')
})

test('a stored text is edited as it was typed, with its mentions', () => {
  const typed = '谢谢 [@小明:xiaoming]\n1 < 2 & 3'
  expect(toTyped(fromPlainText(typed))).toBe(typed)
})

test('the server names fields in its own words', () => {
  expect(fieldOf('category_id')).toBe('category')
  expect(fieldOf('images.2')).toBe('images')
  expect(fieldOf('is_draft')).toBeNull()
  expect(fieldOf(undefined)).toBeNull()
  expect(fieldOf(undefined, 'image_foreign')).toBe('images')
  expect(fieldOf(undefined, 'category_not_found')).toBe('category')
})

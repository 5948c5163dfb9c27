import { expect, test } from 'vitest'
import {
  createNoteForm,
  draftErrors,
  EMPTY_NOTE,
  fieldOfError,
  noteErrors,
  readNoteCopy,
  toInput,
} from './note-form.ts'

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

const INVISIBLE = '\u200b \u3164\u2800\u00ad\u{e0041}'

test('counts what nobody would see as empty, as the server does', () => {
  const note = { ...complete, title: INVISIBLE, content: `${INVISIBLE}<br>${INVISIBLE}` }
  expect(noteErrors(note, 1)).toEqual({ title: '请输入标题', content: '请输入正文' })
  expect(draftErrors({ ...note, tags: [] }, 0)).toHaveProperty('title')
  expect(toInput({ ...complete, title: `  图书馆\u200e   三楼 ` }, [], false).title).toBe('图书馆 三楼')
  expect(toInput(note, [], true).title).toBe('')
  expect(draftErrors({ ...complete, title: `${'字'.repeat(50)}${' '.repeat(9)}${'字'.repeat(49)}` }, 1)).toEqual({})
})

test('requires a picture or any text for a draft', () => {
  expect(draftErrors(EMPTY_NOTE, 1)).toEqual({})
  expect(draftErrors({ ...EMPTY_NOTE, title: '只有标题' }, 0)).toEqual({})
  expect(draftErrors({ ...EMPTY_NOTE, content: '只有正文' }, 0)).toEqual({})
  expect(draftErrors({ ...EMPTY_NOTE, tags: ['只有标签'] }, 0)).toEqual({})
  expect(draftErrors({ ...EMPTY_NOTE, title: ' ', content: '<br>' }, 0)).toHaveProperty('title')
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

test('reads a local copy, and nothing that is none', () => {
  const copy = { note: complete, images: ['/a.webp'], unsent: 2, version: '2026-01-01T00:00:00.000Z' }
  expect(readNoteCopy(JSON.parse(JSON.stringify(copy)))).toEqual(copy)
  // As the release before kept it.
  const before = { note: complete, images: ['/a.webp'] }
  expect(readNoteCopy(before)).toEqual({ ...before, unsent: 0, version: null })
  for (const other of [
    null,
    'text',
    {},
    { note: complete },
    { ...copy, images: [1] },
    { ...copy, note: { title: '' } },
  ]) {
    expect(readNoteCopy(other)).toBeNull()
  }
})

test('counts as unsaved when it is filled from a copy', () => {
  const form = createNoteForm(null)
  form.fill({ note: complete, images: ['/a.webp', '/b.webp'] })
  expect([form.note.get(), form.images()]).toEqual([complete, ['/a.webp', '/b.webp']])
  expect(form.isDirty()).toBe(true)
  form.fill({ note: EMPTY_NOTE, images: [] })
  expect(form.isDirty()).toBe(false)
})

import { expect, test } from 'vitest'
import { addTags, suggest } from './tag-rules.ts'

test('splits at commas of both widths, skips empty and duplicate names', () => {
  expect(addTags(['食堂'], ' 图书馆，食堂,, 操场 、#夜跑')).toEqual({
    tags: ['食堂', '图书馆', '操场', '夜跑'],
    rest: '',
    message: null,
  })
  expect(addTags(['ootd'], 'OOTD').tags).toEqual(['ootd'])
})

test('skips a name that nobody would see', () => {
  expect(addTags([], '\u3164,#\u200b,\u200e食堂')).toEqual({ tags: ['食堂'], rest: '', message: null })
})

test('rejects names above eight characters, counting an emoji as one', () => {
  expect(addTags([], '😀'.repeat(8)).message).toBeNull()
  expect(addTags([], '一二三四五六七八九')).toEqual({
    tags: [],
    rest: '一二三四五六七八九',
    message: '每个标签不能超过8个字',
  })
})

test('rejects an eleventh tag, but not a duplicate', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `标签${index}`)
  expect(addTags(nine, 'a,b')).toEqual({ tags: [...nine, 'a'], rest: 'b', message: '最多只能选择10个标签' })
  expect(addTags([...nine, 'a'], 'A').message).toBeNull()
})

test('suggests up to ten names that contain the text and are not chosen', () => {
  const names = ['校园', '校园Vlog', 'vlog', '食堂', ...Array.from({ length: 20 }, (_, index) => `x${index}`)]
  expect(suggest(names, 'VLOG', [])).toEqual(['校园Vlog', 'vlog'])
  expect(suggest(names, '校园', ['校园'])).toEqual(['校园Vlog'])
  expect(suggest(names, 'x', [])).toHaveLength(10)
  expect(suggest(names, '  ', [])).toEqual([])
})

import { expect, test } from 'vitest'
import { addTags, suggest } from './tag-rules.ts'

test('commas of both kinds part tags; blanks and repeated ones are passed over', () => {
  expect(addTags(['食堂'], ' 图书馆，食堂,, 操场 、#夜跑')).toEqual({
    tags: ['食堂', '图书馆', '操场', '夜跑'],
    rest: '',
    message: null,
  })
  expect(addTags(['ootd'], 'OOTD').tags).toEqual(['ootd'])
})

test('eight characters each, an emoji being one; what is longer stays typed', () => {
  expect(addTags([], '😀'.repeat(8)).message).toBeNull()
  expect(addTags([], '一二三四五六七八九')).toEqual({
    tags: [],
    rest: '一二三四五六七八九',
    message: '每个标签不能超过8个字',
  })
})

test('ten at most', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `标签${index}`)
  expect(addTags(nine, 'a,b')).toEqual({ tags: [...nine, 'a'], rest: 'b', message: '最多只能选择10个标签' })
  expect(addTags([...nine, 'a'], 'A').message).toBeNull()
})

test('suggestions contain what was typed, without those chosen, ten at most', () => {
  const names = ['校园', '校园Vlog', 'vlog', '食堂', ...Array.from({ length: 20 }, (_, index) => `x${index}`)]
  expect(suggest(names, 'VLOG', [])).toEqual(['校园Vlog', 'vlog'])
  expect(suggest(names, '校园', ['校园'])).toEqual(['校园Vlog'])
  expect(suggest(names, 'x', [])).toHaveLength(10)
  expect(suggest(names, '  ', [])).toEqual([])
})

import { expect, test } from 'vitest'
import type { Section } from './openapi.ts'
import { searchSections, splitHits, termsOf } from './search.tsx'

const endpoint = {
  access: 'public' as const,
  least: null,
  parameters: [],
  body: null,
  response: null,
  errors: [],
} satisfies Partial<Section['endpoints'][number]>

const sections: Section[] = [
  {
    name: '笔记',
    endpoints: [
      { ...endpoint, id: 'a', method: 'GET', path: '/api/posts', title: '笔记列表', description: '', section: '笔记' },
      {
        ...endpoint,
        id: 'b',
        method: 'DELETE',
        path: '/api/posts/{id}',
        title: '删除',
        description: '',
        section: '笔记',
      },
    ],
  },
  {
    name: '站点',
    endpoints: [
      {
        ...endpoint,
        id: 'c',
        method: 'GET',
        path: '/api/x',
        title: '文件',
        description: 'UTF-8 的 CSV',
        section: '站点',
      },
    ],
  },
]

const found = (query: string) =>
  searchSections(sections, query).flatMap(({ endpoints }) => endpoints.map(({ id }) => id))

test('finds by path, title and description in any case, without empty sections', () => {
  expect(found('')).toEqual(['a', 'b', 'c'])
  expect(found('  ')).toEqual(['a', 'b', 'c'])
  expect(found('POSTS/')).toEqual(['b'])
  expect(found('列表')).toEqual(['a'])
  expect(found('csv')).toEqual(['c'])
  expect(found('没有的')).toEqual([])
  expect(searchSections(sections, 'utf-8').map(({ name }) => name)).toEqual(['站点'])
})

test('the name of a section finds all of it; all terms must match', () => {
  expect(found('笔记')).toEqual(['a', 'b'])
  expect(found('delete /posts')).toEqual(['b'])
  expect(found('get 删除')).toEqual([])
})

test('merges overlapping hits and keeps the text', () => {
  const hits = (text: string, query: string) =>
    splitHits(text, termsOf(query)).map(({ text, hit }) => (hit ? `[${text}]` : text))
  expect(hits('/api/Posts/{id}/posts', 'posts')).toEqual(['/api/', '[Posts]', '/{id}/', '[posts]'])
  expect(hits('aaaa', 'aa')).toEqual(['[aaaa]'])
  expect(hits('banana', 'ana nan')).toEqual(['b', '[anana]'])
  expect(hits('笔记', '')).toEqual(['笔记'])
  expect(splitHits('', ['a'])).toEqual([])
  // The lower case is longer than the text.
  expect(hits('İd', 'd')).toEqual(['İd'])
})

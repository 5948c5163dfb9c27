import { expect, test } from 'vitest'
import { bodyFields, parameterFields, typeText } from './field-text.ts'
import { type ApiDocument, type Operation, sectionsOf } from './openapi.ts'

const operation = (id: string, tag: string, rest: Partial<Operation> = {}): Operation => ({
  tags: [tag],
  summary: `做${id}`,
  operationId: id,
  security: [{}, { user: [] }],
  responses: { 200: { description: '成功' } },
  ...rest,
})

const named = {
  Tag: {
    type: 'object',
    description: '标签',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 8 } },
  },
} as const

const document: ApiDocument = {
  info: { version: '1' },
  servers: [{ url: '/api' }],
  tags: [{ name: '标签' }, { name: '空的' }, { name: '笔记' }],
  paths: {
    '/posts': { get: operation('a', '笔记'), post: operation('b', '笔记', { security: [{ user: [] }] }) },
    '/tags': {
      get: operation('c', '标签', {
        security: [{ admin: [] }],
        responses: {
          200: { description: '文件，UTF-8', content: { 'text/csv': { schema: { type: 'string' } } } },
          403: {
            description: '禁止访问',
            content: { 'application/json': { examples: { forbidden: { value: { message: '禁止访问' } } } } },
          },
        },
      }),
      put: operation('d', '标签', { security: [{ user: [] }, { admin: [] }] }),
    },
  },
  components: { schemas: named },
}

test('groups endpoints by tag in the order of the document and derives who may call them', () => {
  const sections = sectionsOf(document)
  expect(sections.map(({ name, endpoints }) => [name, ...endpoints.map(({ id }) => id)])).toEqual([
    ['标签', 'c', 'd'],
    ['笔记', 'a', 'b'],
  ])
  const all = sections.flatMap(({ endpoints }) => endpoints)
  expect(all.map(({ access }) => access)).toEqual(['admin', 'any', 'public', 'user'])
  expect(all[0]).toMatchObject({
    method: 'GET',
    path: '/api/tags',
    title: '做c',
    description: '文件，UTF-8',
    response: { media: 'text/csv' },
    errors: [{ status: '403', examples: [{ error: 'forbidden', message: '禁止访问' }] }],
  })
  expect(all[2]).toMatchObject({ description: '', response: null, errors: [] })
})

test('describes fields with their type, location and rules', () => {
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 }
  expect(parameterFields([{ name: 'limit', in: 'query', description: '每页条数', schema: limit }], named)).toEqual([
    { name: 'limit', in: '查询', type: 'integer', required: false, description: '每页条数；1 至 100；默认 20' },
  ])
  expect(bodyFields({ $ref: '#/components/schemas/Tag' }, named)).toEqual([
    { name: 'name', in: '内容', type: 'string', required: true, description: '最多 8 个字符' },
  ])
})

test('names types', () => {
  expect(typeText({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }, named)).toBe('object[]')
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] }, named)).toBe('string | null')
  expect(typeText({ anyOf: [{ type: 'string' }, { type: 'integer' }] }, named)).toBe('string | integer')
  expect(typeText({ type: 'string', format: 'binary' }, named)).toBe('file')
  expect(typeText({ const: 200 }, named)).toBe('number')
  expect(typeText({}, named)).toBe('any')
})

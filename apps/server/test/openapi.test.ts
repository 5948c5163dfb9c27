import { Validator } from '@seriousme/openapi-schema-validator'
import { ERRORS } from '@shiliu/contract/errors'
import * as site from '@shiliu/contract/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'
import { makePost, makeUser } from './factories.ts'
import { openTestApp } from './test-app.ts'

const operationShape = z.object({
  tags: z.array(z.string().min(1)).length(1),
  summary: z.string().regex(/\p{Script=Han}/u),
  description: z.string().optional(),
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        description: z.string().optional(),
        schema: z.looseObject({}),
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      headers: z.record(z.string(), z.looseObject({})).optional(),
      content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })),
    }),
  ),
})
const documentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
})

type Schema = Record<string, unknown>

/** Paths of the properties without a description, their own or that of the schema that they refer to. */
function undescribed(schema: unknown, named: Record<string, Schema>, path: string, seen: string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema as Schema
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
  const inside = (inner: unknown, at = path) => undescribed(inner, named, at, [...seen, name])
  return [
    ...(name && !seen.includes(name) ? inside(named[name], name) : []),
    ...[...(anyOf as unknown[]), ...(allOf as unknown[]), items].flatMap((inner) => inside(inner)),
    ...Object.entries(properties as Record<string, Schema>).flatMap(([field, inner]) => [
      ...(isDescribed(inner, named) ? [] : [`${path}.${field}`]),
      ...inside(inner, `${path}.${field}`),
    ]),
  ]
}

function isDescribed({ description, $ref }: Schema, named: Record<string, Schema>): boolean {
  const target = typeof $ref === 'string' ? named[$ref.split('/').at(-1) ?? ''] : undefined
  return String(description ?? target?.description ?? '') !== ''
}

const endpoints = await allEndpoints()
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe('/api/openapi.json', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let document: z.output<typeof documentShape>
  beforeAll(async () => {
    test = await openTestApp()
    document = documentShape.parse(JSON.parse(await fetchDocument()))
  })
  afterAll(() => test.close())

  const fetchDocument = async () => (await test.app.inject({ url: '/api/openapi.json' })).body
  const operation = (method: string, path: string) => {
    const found = document.paths[path]?.[method.toLowerCase()]
    if (!found) throw new Error(`${method} ${path} is not described`)
    return found
  }
  const body = (method: string, path: string) =>
    operation(method, path).requestBody?.content['application/json']?.schema
  const data = (method: string, path: string) =>
    operation(method, path).responses['200']?.content['application/json']?.schema
  const parameter = (method: string, path: string, name: string) =>
    operation(method, path).parameters.find((one) => one.name === name)

  it('is valid OpenAPI 3.1', async () => {
    const text = await fetchDocument()
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const targets = Array.from(text.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = '']) => name)
    expect(targets.length).toBeGreaterThan(0)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(targets)]))
    // Internal metadata of contract and converter is left out.
    expect(text).not.toMatch(/"shown"|\$defs|9007199254740991/)
  })

  it.each(named)(
    'describes %s',
    (_, { method, path, role, params, output, errors = [], tag, raw, stream, csv, zip }) => {
      const { tags, security, parameters, responses } = operation(method, path.replace(/:(\w+)/g, '{$1}'))
      expect(tags).toEqual([tag])
      const either = [{ user: [] }, { admin: [] }]
      const expectedSecurity = {
        guest: [{}, { user: [] }],
        'signed-in': either,
        user: [{ user: [] }],
        admin: [{ admin: [] }],
      }
      expect(security).toEqual(expectedSecurity[role])
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
        Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name),
      )
      const expected = [...errors.map((code) => ERRORS[code][0]), 500, ...(role === 'guest' ? [] : [401, 403])]
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', ...new Set(expected.map(String))]))
      for (const code of errors) expect(responses[ERRORS[code][0]]?.description).toContain(ERRORS[code][1])
      if (params) expect(Object.keys(responses)).toContain('404')
      if (csv) expect(responses['200']?.content).toEqual({ 'text/csv': { schema: { type: 'string' } } })
      else if (zip) expect(Object.keys(responses['200']?.content ?? {})).toEqual(['application/zip'])
      else if (stream) expect(responses['200']?.content).toEqual({ 'text/event-stream': { schema: expect.anything() } })
      else if (!raw)
        expect(responses['200']?.content['application/json']?.schema.required).toEqual(
          output ? ['code', 'message', 'data'] : ['code', 'message'],
        )
    },
  )

  it('gives every operation a unique name', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(endpoints.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  })

  it('describes input as meant, not as parsed: a registration', () => {
    expect(body('POST', '/auth/register')).toMatchObject({
      required: expect.arrayContaining(['user_id', 'nickname', 'password']),
      properties: {
        user_id: { type: 'string', minLength: 3, maxLength: 15, pattern: '^[A-Za-z0-9_]+$' },
        nickname: { type: 'string', maxLength: 10 },
        password: { type: 'string', minLength: 6, maxLength: 20 },
      },
    })
    expect(data('POST', '/auth/register')).toMatchObject({
      properties: {
        code: { const: 200 },
        message: { examples: ['注册成功'] },
        data: {
          required: ['user', 'tokens', 'device_token'],
          properties: { tokens: { $ref: '#/components/schemas/Tokens' } },
        },
      },
    })
    const refusal = operation('POST', '/auth/register').responses['400']
    expect(refusal?.description).toContain('验证码错误')
    expect(refusal?.content['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/Error' },
      examples: { captcha_wrong: { value: { code: 400, error: 'captcha_wrong', message: ERRORS.captcha_wrong[1] } } },
    })
    expect(operation('POST', '/auth/register').responses).toHaveProperty('429')
  })

  it('describes output: a note', () => {
    expect(body('PUT', '/posts/{id}')).toMatchObject({
      properties: {
        title: { anyOf: [{ type: 'string', maxLength: 100 }, { type: 'null' }] },
        category_id: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
        images: { anyOf: [{ type: 'array', maxItems: 9, items: { type: 'string' } }, { type: 'null' }] },
        is_draft: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      },
    })
    expect(parameter('PUT', '/posts/{id}', 'id')).toMatchObject({ required: true, schema: { type: 'integer' } })
    expect(document.components.schemas.Post).toMatchObject({
      properties: { is_draft: { type: 'integer', enum: [0, 1] }, created_at: { format: 'date-time' } },
    })
  })

  it('describes the key of a repeated request, and how long to wait', () => {
    for (const path of ['/posts', '/comments', '/upload/single', '/upload/base64']) {
      expect(parameter('POST', path, 'Idempotency-Key')).toMatchObject({ in: 'header', required: false })
      expect(Object.keys(operation('POST', path).responses)).toEqual(expect.arrayContaining(['409', '422']))
    }
    expect(parameter('POST', '/likes', 'Idempotency-Key')).toBeUndefined()
    const { responses } = operation('POST', '/posts')
    for (const status of ['429', '503']) expect(responses[status]).toHaveProperty('headers.Retry-After')
    expect(responses['400']).not.toHaveProperty('headers')
  })

  it('tells what a change leaves out, clears and publishes', () => {
    const change = operation('PUT', '/posts/{id}')
    for (const words of ['即发布', '不变', '清除', '标题、正文和分类']) expect(change.description).toContain(words)
    const described = (name: string, words: string) =>
      expect(body('PUT', '/posts/{id}')).toMatchObject({
        properties: { [name]: { description: expect.stringContaining(words) } },
      })
    for (const name of ['title', 'content', 'category_id']) described(name, '发布时必填')
    for (const name of ['images', 'tags']) described(name, '修改时不发送或 null 则不变，空的清除')
    described('is_draft', '不发送即发布')
    expect(operation('PUT', '/users/{id}').description).toContain('每次都要发送')
    expect(operation('PUT', '/admin/posts/{id}').description).toContain('不发送的不变')
  })

  it('names the types of notifications and of likes', () => {
    const list = data('GET', '/notifications')
    const { properties } = JSON.parse(JSON.stringify(list)).properties.data.properties.notifications.items
    expect(properties.type).toMatchObject({
      enum: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      description: expect.stringContaining('7 提及'),
    })
    expect(parameter('GET', '/notifications', 'type')).toMatchObject({ description: expect.stringContaining('7 提及') })
  })

  it('tells how long to wait after too many requests', () => {
    const limited = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => responses['429'] ?? []),
    )
    expect(limited.length).toBeGreaterThan(50)
    for (const response of limited) {
      expect(response.headers).toMatchObject({ 'Retry-After': { schema: { type: 'integer' } } })
    }
  })

  it.each(named)('describes each field of the answer of %s', (_, { method, path }) => {
    const content = operation(method, path.replace(/:(\w+)/g, '{$1}')).responses['200']?.content ?? {}
    const { schemas } = document.components
    const missing = Object.values(content).flatMap(({ schema }) => undescribed(schema, schemas, 'answer'))
    expect(missing.filter((field) => field !== 'answer.data')).toEqual([])
  })

  it.each(named.filter(([, endpoint]) => endpoint.body))('marks the required fields of %s', (_, endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const issues = endpoint.body?.safeParse({}).error?.issues ?? []
    const required = [...new Set(issues.flatMap((issue) => issue.path.slice(0, 1).map(String)))]
    expect((body(endpoint.method, path)?.required as string[] | undefined)?.toSorted() ?? []).toEqual(
      required.toSorted(),
    )
  })

  it('describes a page of a list and an upload', () => {
    expect(parameter('GET', '/users/{id}/posts', 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    })
    expect(parameter('GET', '/users/search', 'keyword')?.required).toBe(true)
    expect(operation('GET', '/categories').responses).not.toHaveProperty('400')
    expect(operation('GET', '/users/search').responses).toHaveProperty('400')
    const upload = operation('POST', '/upload/multiple').requestBody?.content['multipart/form-data']?.schema
    expect(upload).toMatchObject({
      required: ['files'],
      properties: { files: { type: 'array', maxItems: 9, items: { type: 'string', format: 'binary' } } },
    })
    expect(Object.keys(operation('POST', '/upload/multiple').responses)).toEqual(
      expect.arrayContaining(['400', '401', '413', '429', '500']),
    )
  })

  it('is equal for everyone, and not sent again when unchanged', async () => {
    const first = await test.app.inject({ url: '/api/openapi.json' })
    expect(first.headers['content-type']).toContain('application/json')
    const { token } = await makeUser(test.ctx)
    const headers = { 'if-none-match': String(first.headers.etag), authorization: `Bearer ${token}` }
    expect((await test.app.inject({ url: '/api/openapi.json', headers })).statusCode).toBe(304)
    await makePost(test.ctx, await makeUser(test.ctx))
    expect((await test.app.inject({ url: '/api/openapi.json', headers })).statusCode).toBe(304)
    expect(first.json()).toMatchObject({ openapi: '3.1.1', paths: { [site.openapi.path]: { get: {} } } })
  })
})

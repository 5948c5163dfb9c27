/** Types of bad-input cases, and cases that many endpoints share. */
import { BAD_CURSOR } from '@shiliu/contract/common'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import { PAGE } from '@shiliu/contract/limits'
import { z } from 'zod'
import { type Caller, SIGNED_OUT } from './fixture.ts'

export type Fields = Record<string, unknown>

export type Input = { params?: Record<string, string | number>; query?: Fields; body?: unknown }

export type Case = Input & {
  name: string
  /** By default a caller of the endpoint's role. */
  as?: Caller
  /** Fields that differ from the good body; undefined removes one. */
  change?: Fields
  raw?: { type: string; payload: string | Buffer }
  status: number
  error?: ErrorCode
  message?: string | RegExp
  field?: string
  /** Expected part of the data of a 200. */
  data?: object
}

export type EndpointCases = {
  endpoint: AnyEndpoint
  /** Valid input for the right caller; each case differs from it in one point. */
  good?: Input
  cases: Case[]
}

const invalid = { status: 400, error: 'invalid_input' } as const

/** Valid input from all callers that may not use the endpoint. */
export function callerCases({ role, method }: AnyEndpoint): Case[] {
  if (role === 'guest') return []
  const wrongRole = role === 'user' ? 'admin' : 'user'
  const dead = SIGNED_OUT.map((as): Case => ({ name: `token: ${as}`, as, status: 401, error: 'session_ended' }))
  const cases: Case[] = [
    { name: 'no token', as: 'guest', status: 401, error: 'unauthorized' },
    ...(role === 'signed-in'
      ? []
      : [{ name: `token of a ${wrongRole}`, as: wrongRole, status: 403, error: 'forbidden' } as const]),
    ...dead,
  ]
  if (method === 'GET') return cases
  const raw = { type: 'application/json', payload: '{"a": ' }
  return [...cases, { name: 'malformed JSON', raw, status: 400, error: 'bad_request' }]
}

/** Bodies that are not objects. */
export function bodyCases({ body }: AnyEndpoint): Case[] {
  if (!body) return []
  const json = (payload: string) => ({ type: 'application/json', payload })
  return [
    { name: 'malformed JSON', raw: json('{"a": '), status: 400, error: 'bad_request' },
    { name: 'a poisoned prototype', raw: json('{"__proto__": {"is_active": 1}}'), status: 400, error: 'bad_request' },
    { name: 'a list', raw: json('[1, 2]'), ...invalid },
    { name: 'a text', raw: json('"x"'), ...invalid },
    { name: 'lists in lists', raw: json('['.repeat(8000) + ']'.repeat(8000)), ...invalid },
    { name: 'plain text', raw: { type: 'text/plain', payload: 'user_id=1' }, ...invalid },
    { name: 'XML', raw: { type: 'application/xml', payload: '<a/>' }, status: 415, error: 'unsupported_media_type' },
  ]
}

type TextRules = {
  /** Message for a missing or empty value; without it the field is optional. */
  required?: string | RegExp
  /** Maximum length, and the message for a longer text. */
  max?: [characters: number, message: string | RegExp]
}

/** Zero-width space, byte order mark, bidirectional mark, variation selector, Hangul filler, Braille blank, tag. */
const INVISIBLE = '\u200b\ufeff\u200f\ufe0f\u3164\u2800\u{e0041}'

export function textCases(field: string, { required, max }: TextRules): Case[] {
  const typed: Case[] = [7, true, ['x'], { x: 1 }].map((value) => ({
    name: `${field}: ${JSON.stringify(value)}`,
    change: { [field]: value },
    ...invalid,
    field,
  }))
  const absent = [undefined, null, '', '   ', INVISIBLE].map((value) => ({
    name: `${field}: ${value === INVISIBLE ? 'invisible' : (JSON.stringify(value) ?? 'missing')}`,
    change: { [field]: value },
    ...invalid,
    message: required ?? '',
    field,
  }))
  const long = max && {
    name: `${field}: ${max[0] + 1} characters`,
    change: { [field]: 'x'.repeat(max[0] + 1) },
    ...invalid,
    message: max[1],
    field,
  }
  return [...typed, ...(required ? absent : []), ...(long ? [long] : [])]
}

export function idCases(field: string, message: string | RegExp = '编号不正确'): Case[] {
  return ['abc', '', '1e3', '-1', 0, -1, 1.5, true, [1], { id: 1 }, '9'.repeat(30)].map((value) => ({
    name: `${field}: ${JSON.stringify(value)}`,
    change: { [field]: value },
    ...invalid,
    message,
  }))
}

/** Malformed and unknown numeric ids in a path. */
export function pathIdCases(unknown: ErrorCode): Case[] {
  const noIds = [
    'abc',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '9'.repeat(16),
    '9'.repeat(300),
    '１',
    "1' or '1'='1",
    '%00',
    '\u0000',
  ]
  return [
    ...noIds.map((id): Case => ({ name: `id ${id.slice(0, 20)}`, params: { id }, status: 404, error: 'not_found' })),
    { name: 'unknown id', params: { id: 999_999 }, status: 404, error: unknown },
    { name: 'id 0', params: { id: 0 }, status: 404, error: unknown },
    { name: 'the largest id', params: { id: '9'.repeat(15) }, status: 404, error: unknown },
  ]
}

/** Malformed and unknown public ids in a path. */
export function publicIdCases(numericId: number): Case[] {
  const unknown = ['nobody', String(numericId), '%', 'user_', "' or ''='", '\u0000', '😀', '[object Object]']
  return [
    ...unknown.map((id): Case => ({ name: `user ${id}`, params: { id }, status: 404, error: 'user_not_found' })),
    { name: 'a long id', params: { id: 'x'.repeat(65) }, status: 404, error: 'not_found' },
    { name: 'a very long id', params: { id: 'x'.repeat(3000) }, status: 404, error: 'not_found' },
  ]
}

/** Garbage and 0 give the defaults, `limit` is capped (docs/api.md#pagination). */
export function pageCases(limit = 20): Case[] {
  const page = (name: string, query: Fields, expected: object): Case => ({
    name,
    query,
    status: 200,
    data: { pagination: { page: 1, limit, ...expected } },
  })
  return [
    ...['0', '-1', 'abc', '', '1.5', 'NaN', ['2', '3'], '1e400'].flatMap((value) => [
      page(`page ${value}`, { page: value }, {}),
      page(`limit ${value}`, { limit: value }, {}),
    ]),
    page('a huge limit', { limit: '100000' }, { limit: 100 }),
    page('a huge page', { page: '999999999999' }, { page: 1_000_000 }),
  ]
}

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function takesCursor({ query }: AnyEndpoint): boolean {
  return query instanceof z.ZodObject && 'cursor' in query.shape
}

/** Cursors of other lists and made-up ones, wherever a list takes one (docs/api.md#cursors). */
export function cursorCases(endpoint: AnyEndpoint): Case[] {
  if (!takesCursor(endpoint)) return []
  const wrong: Record<string, unknown> = {
    'of another list': cursor(['AAAAAAAA', 2, 1]),
    'that holds null': cursor(null),
    'that holds an object': cursor({ page: 2, id: 1 }),
    'that is no JSON': 'abcd',
    'that is no base64url': 'a+/=',
    'that is long': 'a'.repeat(PAGE.maxCursor + 1),
    'that is a page': '2',
    'given twice': ['', cursor(['AAAAAAAA', 2, 1])],
    ...Object.fromEntries(HOSTILE_TEXTS.map((text) => [text.slice(0, 10), text])),
  }
  return [
    { name: 'an empty cursor', query: { cursor: '' }, status: 200 },
    ...Object.entries(wrong).map(
      ([name, value]): Case => ({
        name: `a cursor ${name}`,
        query: { cursor: value },
        ...invalid,
        field: 'cursor',
        message: BAD_CURSOR,
      }),
    ),
  ]
}

/** Texts that break careless SQL, LIKE, full-text search or markup. */
export const HOSTILE_TEXTS = [
  '%',
  '_',
  '"',
  "'",
  '\\',
  '*',
  'AND',
  'NEAR(',
  '-',
  '"a" OR',
  '\u0000',
  '😀',
  '\ud800',
  '<b>',
  'x'.repeat(3000),
  '字'.repeat(150),
  '﷽'.repeat(90),
]

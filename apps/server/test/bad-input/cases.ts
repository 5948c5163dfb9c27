/** What a row of bad input is, and rows that many endpoints have in common. */
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import { type Caller, SIGNED_OUT } from './world.ts'

export type Fields = Record<string, unknown>

export type Input = { params?: Record<string, string | number>; query?: Fields; body?: unknown }

export type Row = Input & {
  name: string
  /** Who calls; by default whom the endpoint is made for. */
  as?: Caller
  /** Fields that differ from the endpoint's good body; undefined leaves one out. */
  change?: Fields
  /** A body sent as it is. */
  raw?: { type: string; payload: string | Buffer }
  status: number
  error?: ErrorCode
  message?: string | RegExp
  field?: string
  /** What an answer of 200 must hold. */
  data?: object
}

export type Entry = {
  endpoint: AnyEndpoint
  /** Input that would be taken from the right caller; rows differ from it in one point. */
  good?: Input
  rows: Row[]
}

const invalid = { status: 400, error: 'invalid_input' } as const

/** Every caller whom the endpoint is not for, with input that is good. */
export function callerRows({ role, method }: AnyEndpoint): Row[] {
  if (role === 'guest') return []
  const wrongRole = role === 'user' ? 'admin' : 'user'
  const dead = SIGNED_OUT.map((as): Row => ({ name: `token: ${as}`, as, status: 401, error: 'session_ended' }))
  const rows: Row[] = [
    { name: 'no token', as: 'guest', status: 401, error: 'unauthorized' },
    ...(role === 'signed-in'
      ? []
      : [{ name: `token of a ${wrongRole}`, as: wrongRole, status: 403, error: 'forbidden' } as const]),
    ...dead,
  ]
  if (method === 'GET') return rows
  const raw = { type: 'application/json', payload: '{"a": ' }
  return [...rows, { name: 'malformed JSON', raw, status: 400, error: 'bad_request' }]
}

/** Bodies that are no object of fields. */
export function bodyRows({ body }: AnyEndpoint): Row[] {
  if (!body) return []
  const json = (payload: string) => ({ type: 'application/json', payload })
  return [
    { name: 'malformed JSON', raw: json('{"a": '), status: 400, error: 'bad_request' },
    { name: 'a poisoned prototype', raw: json('{"__proto__": {"is_active": 1}}'), status: 400, error: 'bad_request' },
    { name: 'a list', raw: json('[1, 2]'), ...invalid },
    { name: 'a text', raw: json('"x"'), ...invalid },
    { name: 'lists in lists', raw: json('['.repeat(100_000) + ']'.repeat(100_000)), ...invalid },
    { name: 'plain text', raw: { type: 'text/plain', payload: 'user_id=1' }, ...invalid },
    { name: 'XML', raw: { type: 'application/xml', payload: '<a/>' }, status: 415, error: 'unsupported_media_type' },
  ]
}

type TextRules = {
  /** Message where it is missing or empty; without it the field may be left out. */
  required?: string | RegExp
  /** The longest that is taken, and the message where it is longer. */
  max?: [characters: number, message: string | RegExp]
}

/** What is wrong with a text in a body. */
export function textRows(field: string, { required, max }: TextRules): Row[] {
  const typed: Row[] = [7, true, ['x'], { x: 1 }].map((value) => ({
    name: `${field}: ${JSON.stringify(value)}`,
    change: { [field]: value },
    ...invalid,
    field,
  }))
  const absent = [undefined, null, '', '   '].map((value) => ({
    name: `${field}: ${JSON.stringify(value) ?? 'missing'}`,
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

/** Values that are no id, in a body. */
export function idRows(field: string, message: string | RegExp = '编号不正确'): Row[] {
  return ['abc', '', '1e3', '-1', 0, -1, 1.5, true, [1], { id: 1 }, '9'.repeat(30)].map((value) => ({
    name: `${field}: ${JSON.stringify(value)}`,
    change: { [field]: value },
    ...invalid,
    message,
  }))
}

/** Numeric ids in a path: what is no number, and what nothing has. */
export function pathIdRows(unknown: ErrorCode): Row[] {
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
    ...noIds.map((id): Row => ({ name: `id ${id.slice(0, 20)}`, params: { id }, status: 404, error: 'not_found' })),
    { name: 'unknown id', params: { id: 999_999 }, status: 404, error: unknown },
    { name: 'id 0', params: { id: 0 }, status: 404, error: unknown },
    { name: 'the largest id', params: { id: '9'.repeat(15) }, status: 404, error: unknown },
  ]
}

/** Public ids in a path. */
export function publicIdRows(numericId: number): Row[] {
  const unknown = ['nobody', String(numericId), '%', 'user_', "' or ''='", '\u0000', '😀', '[object Object]']
  return [
    ...unknown.map((id): Row => ({ name: `user ${id}`, params: { id }, status: 404, error: 'user_not_found' })),
    { name: 'a long id', params: { id: 'x'.repeat(65) }, status: 404, error: 'not_found' },
    { name: 'a very long id', params: { id: 'x'.repeat(3000) }, status: 404, error: 'not_found' },
  ]
}

/** Wire rule 5: garbage and 0 give the defaults, limit is capped. */
export function pageRows(limit = 20): Row[] {
  const page = (name: string, query: Fields, expected: object): Row => ({
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

/** Texts that break what is built carelessly: SQL, LIKE, full text search, markup. */
export const NASTY_TEXTS = [
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

/** Sample values of schemas, with realistic values by field name. */
import { ERRORS } from '@shiliu/contract/errors'
import { DEFAULT_AVATAR, PAGE, TOKEN } from '@shiliu/contract/limits'
import { resolve, type Schema, type Schemas, withoutNull } from './openapi.ts'

const TIME = '2026-09-01T08:30:00.000Z'
const PICTURE = '/uploads/2026/09/library.webp'

const account = { user_id: 'shiliu01', display_id: 'shiliu01', account: 'shiliu01', username: 'admin' }
const passwords = { password: 'shiliu123', currentPassword: 'shiliu123', newPassword: 'shiliu456' }
const person = { nickname: '小石榴', avatar: DEFAULT_AVATAR, bio: '喜欢图书馆靠窗的位置', location: '浙江' }
const traits = { gender: '女', zodiac_sign: '天秤座', mbti: 'INFP', education: '本科', major: '汉语言文学' }
const note = { title: '图书馆的一个下午', content: '靠窗的位置，阳光正好', category: '校园', category_title: 'campus' }
const tags = { tag: '图书馆', label: '图书馆', name: '图书馆', keyword: '图书馆', interests: ['摄影', '阅读'] }
const pictures = { images: [PICTURE], image: PICTURE, card: PICTURE, full: PICTURE, url: PICTURE, urls: [PICTURE] }
const file = {
  file: 'library.jpg',
  originalname: 'library.jpg',
  originalName: 'library.jpg',
  width: 1200,
  height: 1600,
}
const upload = { thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A', error: ERRORS.file_too_large[1] }
const device = { user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', uptime: 86400, timestamp: TIME }
const audit = { type: 'posts', resource: 'posts', record_name: '图书馆的一个下午', changed: '标题', noun: '评论' }
const activity = { description: '发布了笔记「图书馆的一个下午」', version: '1-3fd2', openapi: '3.1.1' }
const problem = { id: '7', request_id: 'req-1f', place: 'GET /api/posts', fault: 'TypeError: fetch failed' }
const captcha = { captchaSvg: '<svg>…</svg>', captchaId: 'k3v9q2', captchaText: '7A4K' }
const tokens = { access_token: 'eyJhbGciOiJIUzI1NiJ9.…', refresh_token: 'r7Qm…', expires_in: TOKEN.accessSeconds }
const paging = { page: 1, pages: 1, totalPages: 1, total: 1, limit: PAGE.limit }
const user = { ...account, ...passwords, ...person, ...traits }
const content = { ...note, ...tags, ...pictures, ...file, ...upload }
const system = { ...device, ...audit, ...activity, ...problem, ...captcha, ...tokens, ...paging }

/** By field name, or the end of one: `user_nickname` is a `nickname`. */
const byName: ReadonlyMap<string, unknown> = new Map(Object.entries({ ...user, ...content, ...system }))
const byFormat: Readonly<Record<string, unknown>> = {
  'date-time': TIME,
  date: TIME.slice(0, 10),
  uri: 'https://example.com',
  password: passwords.password,
  binary: '（文件）',
}

/** Ends recursive schemas, such as replies of comments. */
const DEPTH_MAX = 8

/** A value that the schema allows; `name` is the field's name, which suggests a realistic value. */
export function sampleOf(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  const nested = (inner: Schema, field = name) => sampleOf(inner, schemas, field, depth + 1)
  const { schema: resolved, nullable } = withoutNull(resolve(schema, schemas))
  const { const: constant, examples, enum: values, allOf, anyOf = resolved.oneOf } = resolved
  if (resolved.$ref) return nested(resolved)
  if (depth > DEPTH_MAX) return nullable ? null : emptyOf(resolved)
  if (constant !== undefined) return constant
  if (examples?.length) return examples[0]
  if (values?.length) return values[0]
  if (allOf) return Object.assign({}, ...allOf.map((part) => nested(part)))
  if (anyOf?.[0]) return nested(anyOf[0])
  return namedValue(resolved, name) ?? generate(resolved, name, nested)
}

function namedValue(schema: Schema, name: string): unknown {
  const value = valueFor(name)
  if (value !== undefined && hasType(value, schema)) return value
  return schema.default ?? byFormat[schema.format ?? '']
}

function valueFor(name: string): unknown {
  if (byName.has(name)) return byName.get(name)
  const rest = name.indexOf('_') + 1
  return rest > 0 ? valueFor(name.slice(rest)) : undefined
}

/** The same name may stand for another type elsewhere. */
function hasType(value: unknown, { type, items }: Schema): boolean {
  const types = [type].flat()
  if (Array.isArray(value)) return types.includes('array') && items?.type === 'string'
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  return types.includes(typeof value)
}

function generate(schema: Schema, name: string, nested: (inner: Schema, field: string) => unknown): unknown {
  const { items, properties, additionalProperties: extra } = schema
  const type = [schema.type].flat()[0]
  if (type === 'array') return items ? [nested(items, byName.has(name) ? name : name.replace(/s$/, ''))] : []
  if (type === 'object' || properties) {
    const fields = Object.entries(properties ?? {}).map(([field, inner]) => [field, nested(inner, field)])
    return { ...Object.fromEntries(fields), ...(typeof extra === 'object' && { key: nested(extra, 'key') }) }
  }
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  if (type === 'boolean') return true
  return type === 'string' ? '文本'.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, '文本') : null
}

function numberOf({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema, name: string) {
  const typical = /(^|_)id$|Id$|^ids$/.test(name) ? 7 : /count|total/i.test(name) ? 12 : 1
  return Math.min(Math.max(typical, minimum), maximum)
}

function emptyOf({ type }: Schema): unknown {
  return type === 'array' ? [] : type === 'object' ? {} : null
}
